"""Registers and signs in through another project's client and relying party, and sets and changes the PIN.

Prints what it saw as JSON.
"""

from line import *

from fido2.ctap2.pin import ClientPin

seen = {}
at = device()
ctap = Ctap2(at)
typist = Typist()
site = Site(at, typist)

seen["versions"] = ctap.info.versions
names = ("clientPin", "alwaysUv", "rk", "credMgmt", "largeBlobs", "authnrCfg")
seen["optionsAtFirst"] = {name: ctap.info.options.get(name) for name in names}
seen["registerWithoutPIN"] = refusal(lambda: site.register("early"))
ClientPin(ctap).set_pin(PIN)
seen["hasPIN"] = ctap.get_info().options["clientPin"]
seen["setAgain"] = refusal(lambda: ClientPin(ctap).set_pin(NEW_PIN))

# a discoverable credential and one that is not
ada, attested, _ = site.register("ada")
seen["format"] = attested.fmt
seen["flags"] = [int(attested.auth_data.flags)]
seen["aaguid"] = bytes(ada.aaguid).hex()
seen["algorithm"] = ada.public_key[3]
server_side, _, _ = site.register("bob", discoverable=False)
answer, found = site.sign_in([ada])
seen["flags"].append(int(answer.response.authenticator_data.flags))
seen["foundWithoutList"] = found
seen["userHandle"] = answer.response.user_handle.decode()
counters = [answer.response.authenticator_data.counter]
for _ in range(2):
    answer, _ = site.sign_in([server_side], [server_side])
    counters.append(answer.response.authenticator_data.counter)
counters.append(site.sign_in([ada], [ada])[0].response.authenticator_data.counter)
seen["counters"] = counters
seen["onlyDiscoverableFound"] = site.sign_in([ada])[1]
seen["excluded"] = refusal(lambda: site.register("ada", excluded=[ada]))
other = Site(at, typist, {"id": "example.org", "name": "Other"})
seen["otherSite"] = refusal(lambda: other.sign_in([ada], [ada]))

# the verification is the authenticator's to demand
seen["discouraged"] = int(site.sign_in([ada], [ada], verification="discouraged")[0].response.authenticator_data.flags)
seen["withoutVerification"] = refusal(
    lambda: ctap.get_assertion("example.com", bytes(32), [{"type": "public-key", "id": ada.credential_id}]))

# the same secret for the same salt, another for another, and another credential's is another
first, second = b"\x01" * 32, b"\x02" * 32


def outputs(credential, extension, inputs):
    result = site.sign_in([credential], [credential], extensions={extension: inputs})[0]
    given = result.client_extension_results[extension]
    if extension == "hmacGetSecret":
        return [websafe_decode(given[name]) for name in ("output1", "output2") if given.get(name)]
    return [websafe_decode(given["results"][name]) for name in ("first", "second") if given["results"].get(name)]


cleo, _, created = site.register("cleo", extensions={"hmacCreateSecret": True})
seen["secretCreated"] = [created["hmacCreateSecret"]]
dan, _, created = site.register("dan", extensions={"prf": {}})
seen["secretCreated"].append(created["prf"]["enabled"])
one = outputs(cleo, "hmacGetSecret", {"salt1": first})
both = outputs(cleo, "hmacGetSecret", {"salt1": first, "salt2": second})
seen["secretLengths"] = [len(secret) for secret in one + both]
seen["secretsAgree"] = one[0] == both[0]
seen["secretsDiffer"] = len({one[0], both[1], outputs(dan, "hmacGetSecret", {"salt1": first})[0]}) == 3
prf = outputs(dan, "prf", {"eval": {"first": first, "second": second}})
seen["prfAgrees"] = prf[1:] == outputs(dan, "prf", {"eval": {"first": second}}) and prf[0] != prf[1]

# the PIN
def try_wrong():
    return refusal(lambda: ClientPin(ctap).get_pin_token(WRONG_PIN, ClientPin.PERMISSION.GET_ASSERTION, "example.com"))

seen["retries"] = [ClientPin(ctap).get_pin_retries()[0]]
seen["wrong"] = []
for _ in range(3):
    seen["wrong"].append(try_wrong())
    seen["retries"].append(ClientPin(ctap).get_pin_retries()[0])
# at a reader this client helps itself: it lets the card lose its power
seen["blocked"] = [refusal(lambda: site.sign_in([ada], [ada])), list(ClientPin(ctap).get_pin_retries())]
tell(seen)
