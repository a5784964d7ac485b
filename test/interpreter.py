# Runs Python as `python3 -c` does, many texts after each other, each in a copy of this process. Each comes as a line of
# JSON with `text` and `env`, and is answered by one with `status`, `stdout` and `stderr`.
import json
import os
import sys
import tempfile
import traceback
import urllib.request  # What takes longest, and what most of them import.


def run(text, env, stdout, stderr):
    os.dup2(stdout.fileno(), 1)
    os.dup2(stderr.fileno(), 2)
    os.environ.update(env)
    status = 0
    try:
        exec(compile(text, "<string>", "exec"), {"__name__": "__main__"})
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


for line in sys.stdin:
    order = json.loads(line)
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        child = os.fork()
        if child == 0:
            run(order["text"], order["env"], stdout, stderr)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said = []
        for file in (stdout, stderr):
            file.seek(0)
            said.append(file.read().decode())
    print(json.dumps({"status": status, "stdout": said[0], "stderr": said[1]}), flush=True)
