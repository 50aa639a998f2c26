"""Prints the stored rows of one session, one JSON object a line, without what is different in every run."""

import json
import sqlite3
import sys

database, session = sys.argv[1:]
connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
connection.row_factory = sqlite3.Row
for row in connection.execute("SELECT * FROM messages WHERE session_id = ? ORDER BY id", (session,)):
    print(json.dumps({key: row[key] for key in row.keys() if key not in ("id", "timestamp")}, sort_keys=True))
