"""What a hint may be (CONTRIBUTING.md): one for each exercise, a step of thought, and never the answer."""

import ast
import re

HINT = re.compile(r"(?ms)^:::\{admonition\} Hint\n:class: tip dropdown\n\n(.*?)\n:::\s*?$")
EXERCISE = re.compile(r"(?ms)^:::\{exercise\}.*?^:::\s*?$")
WORDS = range(8, 61)
LONG = 4  # characters: a string of this length is looked for anywhere, a shorter one only as a word of its own
SHORT = 8  # characters: a shorter line of code, such as "found = []", gives nothing away


def hint_of(question):
    """The words of the hint behind an exercise, or None where there is not exactly one at the end of the cell."""
    exercise = EXERCISE.search(question)
    found = HINT.findall(question[exercise.end() :]) if exercise else []
    alone = len(found) == 1 and question.count("{admonition} Hint") == 1
    return found[0] if alone and HINT.sub("", question[exercise.end() :]).strip() == "" else None


def constants(node):
    """The numbers and strings of a literal answer, worked out (``512 // 3``); of any other answer its strings."""
    fine = (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.Load)
    if not all(isinstance(part, fine) for part in ast.walk(node)):
        texts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
        yield from (text for text in texts if isinstance(text, str) and len(text) >= LONG)
        return
    waiting = [eval(compile(ast.Expression(node), "<answer>", "eval"))]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple):
            waiting += value
        elif isinstance(value, int | float | str) and not isinstance(value, bool):
            yield value


def answers(code):
    """What the solution gives to its check, as far as it is written down as a literal."""
    body = ast.parse(code).body
    given = body[-1].value.args[1]
    name = given.id if isinstance(given, ast.Name) else None
    for line in body:
        if isinstance(line, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in line.targets):
            yield from constants(line.value)


def says(text, value):
    """Whether the text names this value: a number or a short sign as a word of its own, a longer string anywhere."""
    if isinstance(value, str) and len(value) >= LONG:
        return value.lower() in text.lower()
    return re.search(rf"(?<![\w.]){re.escape(str(value))}(?![\w]|\.\d)", text) is not None


def hint_problems(name, question, stub, code):
    """What is wrong with the hint of exercise ``name``; ``code`` is that of its solution."""
    hint = hint_of(question)
    if hint is None:
        return [f"exercise {name} has one hint, :::{{admonition}} Hint with :class: tip dropdown, right behind it"]
    wrong = []
    asked = question.replace(hint, "")
    if len(hint.split()) not in WORDS or "\n\n" in hint:
        wrong.append(f"hint {name} has one paragraph of {WORDS[0]} to {WORDS[-1]} words")
    if any(sentence in asked for sentence in re.split(r"(?<=[.?:;]) ", hint)):
        wrong.append(f"hint {name} repeats a sentence of its question")
    prose = re.sub(r"`[^`]*`|\[[^]]*\]\([^)]*\)", "", hint)
    own = [number for number in re.findall(r"\d+(?:\.\d+)?", prose) if not says(asked, number)]
    if own:
        wrong.append(f"hint {name} types {', '.join(own)}, which its question does not name")
    for line in (code or "").splitlines():
        line = line.strip()
        if len(line) >= SHORT and line in hint and line not in stub + asked:
            wrong.append(f"hint {name} holds a line of the solution: {line}")
    if code:
        told = [value for value in answers(code) if says(hint, value) and not says(asked + stub, value)]
        wrong += [f"hint {name} gives the answer away: {value!r}" for value in told]
    return wrong
