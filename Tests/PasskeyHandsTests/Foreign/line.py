"""Another project's client (PyPI `fido2`), unmodified, at the authenticator under test.

Arguments of the programs that use this: the folder with the client, and the line: the path of a HID socket, or
`reader` for the system's PC/SC library.
"""

import json
import socket
import sys

sys.path.insert(0, sys.argv[1])
try:
    from fido2.client import ClientError, DefaultClientDataCollector, Fido2Client, UserInteraction
    from fido2.ctap import CtapError
    from fido2.ctap2 import Ctap2
    from fido2.ctap2.extensions import (
        CredBlobExtension,
        CredPropsExtension,
        CredProtectExtension,
        HmacSecretExtension,
        LargeBlobExtension,
        MinPinLengthExtension,
    )
    from fido2.hid import CtapHidDevice
    from fido2.hid.base import CtapHidConnection, HidDescriptor
    from fido2.pcsc import CtapPcscDevice
    from fido2.server import Fido2Server
    from fido2.utils import websafe_decode
except ImportError as problem:
    sys.exit(f"{problem}: run scripts/setup tests")

PIN, NEW_PIN, WRONG_PIN = "246810", "135791", "000000"
SITE = {"id": "example.com", "name": "Example"}


class SocketConnection(CtapHidConnection):
    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)

    def read_packet(self):
        packet = b""
        while len(packet) < 64:
            part = self._socket.recv(64 - len(packet))
            if not part:
                raise OSError("the authenticator hung up")
            packet += part
        return packet

    def write_packet(self, data):
        self._socket.sendall(bytes(data))

    def close(self):
        self._socket.close()


def device():
    if sys.argv[2] == "reader":
        return next(CtapPcscDevice.list_devices())
    return CtapHidDevice(HidDescriptor(sys.argv[2], 0, 0, 64, 64, "", ""), SocketConnection(sys.argv[2]))


class Typist(UserInteraction):
    """Types the PIN that it was told last, and notes that it was asked to touch."""

    def __init__(self, pin=PIN):
        self.pin, self.touches = pin, 0

    def prompt_up(self):
        self.touches += 1

    def request_pin(self, permissions, rp_id):
        return self.pin


def client(at, typist, origin="https://login.example.com"):
    extensions = [
        HmacSecretExtension(allow_hmac_secret=True), LargeBlobExtension(), CredBlobExtension(), CredProtectExtension(),
        MinPinLengthExtension(), CredPropsExtension(),
    ]
    return Fido2Client(at, DefaultClientDataCollector(origin), user_interaction=typist, extensions=extensions)


class Site:
    """A relying party of that project's own, with the accounts that registered."""

    def __init__(self, at, typist, party=SITE):
        self.server = Fido2Server(
            party, attestation="direct", verify_origin=lambda origin: origin == f"https://login.{party['id']}")
        self.client = client(at, typist, f"https://login.{party['id']}")

    def register(self, name, discoverable=True, verification="required", excluded=None, extensions=None):
        options, state = self.server.register_begin(
            {"id": name.encode(), "name": name, "displayName": name.title()},
            credentials=excluded, extensions=extensions,
            resident_key_requirement="required" if discoverable else "discouraged", user_verification=verification)
        answer = self.client.make_credential(options.public_key)
        data = self.server.register_complete(state, answer)
        return data.credential_data, answer.response.attestation_object, answer.client_extension_results

    def sign_in(self, credentials, allowed=None, verification="required", extensions=None):
        """Checks the answer against `credentials`; `allowed` is what the client is told of them."""
        options, state = self.server.authenticate_begin(allowed, user_verification=verification, extensions=extensions)
        selection = self.client.get_assertion(options.public_key)
        answer = selection.get_response(0)
        self.server.authenticate_complete(state, credentials, answer)
        return answer, len(selection.get_assertions())


def refusal(work):
    """By name, what the authenticator answers to what it should refuse."""
    try:
        work()
    except ClientError as error:
        return error.cause.code.name if isinstance(error.cause, CtapError) else error.code.name
    except CtapError as error:
        return error.code.name
    return "none"


def tell(seen):
    print(json.dumps(seen))
