"""What another project's client finds after the authenticator lost its power: the PIN works again and is changed.

Prints what it saw as JSON.
"""

from line import *

from fido2.ctap2.pin import ClientPin, PinProtocolV1, PinProtocolV2

seen = {}
at = device()
ctap = Ctap2(at)
typist = Typist()
site = Site(at, typist)
pin = ClientPin(ctap)


def signs_in():
    asked = site.server.authenticate_begin(user_verification="required")[0]
    return refusal(lambda: site.client.get_assertion(asked.public_key))


seen["retries"] = [pin.get_pin_retries()[0]]
seen["right"] = signs_in()
seen["retries"].append(pin.get_pin_retries()[0])
pin.change_pin(PIN, NEW_PIN)
seen["old"] = signs_in()
typist.pin = NEW_PIN
seen["new"] = signs_in()
older = ClientPin(ctap, PinProtocolV1())
older.change_pin(NEW_PIN, "pass phrase ü")
typist.pin = "pass phrase ü"
seen["newer"] = signs_in()
seen["protocols"] = [
    len(ClientPin(ctap, protocol()).get_pin_token(typist.pin)) for protocol in (PinProtocolV1, PinProtocolV2)
]
tell(seen)
