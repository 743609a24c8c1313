"""A service manager as small as a test needs it: it opens a socket, gives it to a program as systemd does
(sd_listen_fds(3), sd_notify(3)), and starts the program anew for each line of its input. It says the port first, then
"ready" or "ended STATUS" for each start. When its input ends, it stops the program.

    manager.py PROGRAM ARGUMENT…
"""

import os
import signal
import socket
import sys
import tempfile

listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
address = os.path.join(tempfile.mkdtemp(), "notify")
notices.bind(address)


def start():
    child = os.fork()
    if child == 0:
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", NOTIFY_SOCKET=address)
        os.dup2(listening.fileno(), 3)
        os.set_inheritable(3, True)
        os.execv(sys.argv[1], sys.argv[1:])
    notices.settimeout(0.2)
    while True:
        try:
            if notices.recv(64) == b"READY=1":
                print("ready", flush=True)
                return child
        except TimeoutError:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                print("ended", os.waitstatus_to_exitcode(status), flush=True)
                sys.exit(1)


def stop(child):
    os.kill(child, signal.SIGTERM)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


child = start()
for _ in sys.stdin:
    print("stopped", stop(child), flush=True)
    child = start()
print("stopped", stop(child), flush=True)
