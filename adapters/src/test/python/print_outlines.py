"""Prints, for each vector of repeats that all apply and each form, what the shim would send to the worker."""

import json
import sys

from shim import VECTORS

from jevshim.forms import FORMS
from jevshim.outline import Outline

for file in sorted(VECTORS.glob("*.json")):
    vector = json.loads(file.read_text())
    if set(vector["expected"]["outcomes"]) != {"applied"} or any(d["kind"] != "repeat" for d in vector["decisions"]):
        continue
    for name, form in FORMS.items():
        outline = Outline(form, vector["decidedOn"][name], set(), False)
        said = outline.to_json()
        bodies = outline.bodies([call["id"] for call in said["calls"]])
        row = {"name": vector["name"], "form": name, "outline": said, "bodies": bodies, "decisions": vector["decisions"]}
        sys.stdout.write(json.dumps(row) + "\n")
