"""pymongo: clients one after another, and what Python's ssl module says of each of their connections."""

import os
import ssl

import pymongo


class ReportingSocket(ssl.SSLSocket):
    """Prints a line when its handshake has ended; pymongo itself says nothing of sessions."""

    def do_handshake(self, *args, **kwargs):
        super().do_handshake(*args, **kwargs)
        print(self.version(), "resumed" if self.session_reused else "full", flush=True)


ssl.SSLContext.sslsocket_class = ReportingSocket

for _ in range(int(os.environ["CONNECTIONS"])):
    with pymongo.MongoClient(
        "127.0.0.1",
        int(os.environ["PORT"]),
        username=os.environ["DB_USER"],
        password=os.environ["DB_PASSWORD"],
        tls=True,
        tlsCAFile=os.environ["CA_FILE"],
        directConnection=True,
    ) as client:
        client.ycsb.command("ping")
