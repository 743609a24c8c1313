"""Manages credentials, keeps large blobs, configures and resets through another project's client.

Prints what it saw as JSON.
"""

from line import *

from fido2.ctap2 import Config, CredentialManagement, LargeBlobs
from fido2.ctap2.pin import ClientPin
from fido2.webauthn import PublicKeyCredentialDescriptor, PublicKeyCredentialUserEntity

seen = {}
at = device()
ctap = Ctap2(at)
typist = Typist()
site, other = Site(at, typist), Site(at, typist, {"id": "example.org", "name": "Other"})
ClientPin(ctap).set_pin(PIN)


def token(permission, party=None):
    pin = ClientPin(ctap)
    return pin.protocol, pin.get_pin_token(PIN, permission, party)


# credential management
def management():
    return CredentialManagement(ctap, *token(ClientPin.PERMISSION.CREDENTIAL_MGMT))


ada, _, _ = site.register("ada")
bob, _, _ = site.register("bob", extensions={"largeBlob": {"support": "required"}})
site.register("nobody", discoverable=False)
cleo, _, _ = other.register("cleo")
manager = management()
fields = CredentialManagement.RESULT
counts = manager.get_metadata()
seen["existing"] = counts[fields.EXISTING_CRED_COUNT]
parties = manager.enumerate_rps()
seen["parties"] = sorted(party[fields.RP]["id"] for party in parties)


def accounts():
    manager = management()
    return sorted(
        [
            party[fields.RP]["id"], entry[fields.USER]["name"], entry[fields.USER]["displayName"],
            bytes(entry[fields.USER]["id"]).decode(),
        ]
        for party in manager.enumerate_rps()
        for entry in manager.enumerate_creds(party[fields.RP_ID_HASH])
    )


seen["accounts"] = accounts()
entries = [entry for party in parties for entry in management().enumerate_creds(party[fields.RP_ID_HASH])]
seen["idsAgree"] = {bytes(entry[fields.CREDENTIAL_ID]["id"]) for entry in entries} == {
    key.credential_id for key in (ada, bob, cleo)
}
seen["keysAgree"] = all(
    dict(entry[fields.PUBLIC_KEY]) == dict(key.public_key)
    for entry in entries for key in (ada, bob, cleo) if bytes(entry[fields.CREDENTIAL_ID]["id"]) == key.credential_id)


def descriptor(credential):
    return PublicKeyCredentialDescriptor(type="public-key", id=credential.credential_id)


management().update_user_info(
    descriptor(ada), PublicKeyCredentialUserEntity(id=b"ada", name="ada.l", display_name="Countess"))
seen["renamed"] = accounts()[0]
seen["otherUser"] = refusal(
    lambda: management().update_user_info(
        descriptor(ada), PublicKeyCredentialUserEntity(id=b"eve", name="eve", display_name="Eve")))
seen["renamedSignsIn"] = site.sign_in([ada], [ada])[0].response.user_handle.decode()
management().delete_cred(descriptor(cleo))
seen["deletedIsListed"] = [account[1] for account in accounts()]
seen["deletedSignsIn"] = refusal(lambda: other.sign_in([cleo], [cleo]))
seen["deletedAgain"] = refusal(lambda: management().delete_cred(descriptor(cleo)))
seen["unpermitted"] = refusal(
    lambda: CredentialManagement(ctap, *token(ClientPin.PERMISSION.GET_ASSERTION, "example.com")).get_metadata())

# large blobs
blob = bytes(range(256)) * 4
site.sign_in([bob], [bob], extensions={"largeBlob": {"write": blob}})
read = site.sign_in([bob], [bob], extensions={"largeBlob": {"read": True}})[0].client_extension_results["largeBlob"]
seen["blobAgrees"] = websafe_decode(read["blob"]) == blob
seen["blobs"] = len(LargeBlobs(ctap).read_blob_array())
read = site.sign_in([ada], [ada], extensions={"largeBlob": {"read": True}})[0]
seen["blobOfOther"] = "largeBlob" in (read.client_extension_results or {})
seen["unpermittedBlob"] = refusal(
    lambda: LargeBlobs(ctap, *token(ClientPin.PERMISSION.CREDENTIAL_MGMT)).write_blob_array([]))
LargeBlobs(ctap, *token(ClientPin.PERMISSION.LARGE_BLOB_WRITE)).write_blob_array([])
seen["blobsTakenAway"] = len(LargeBlobs(ctap).read_blob_array())


# configuration
def configuration():
    return Config(ctap, *token(ClientPin.PERMISSION.AUTHENTICATOR_CFG))


seen["alwaysUv"] = [ctap.get_info().options["alwaysUv"]]
configuration().toggle_always_uv()
seen["alwaysUv"].append(ctap.get_info().options["alwaysUv"])
free, attested, _ = site.register("free", discoverable=False, verification="discouraged")
seen["freeFlags"] = [int(attested.auth_data.flags)]
answer = ctap.get_assertion("example.com", bytes(32), [{"type": "public-key", "id": free.credential_id}])
seen["freeFlags"].append(int(answer.auth_data.flags))
seen["guarded"] = refusal(
    lambda: ctap.get_assertion("example.com", bytes(32), [{"type": "public-key", "id": ada.credential_id}]))
configuration().toggle_always_uv()
seen["alwaysUv"].append(ctap.get_info().options["alwaysUv"])
configuration().set_min_pin_length(6, rp_ids=["example.com"])
seen["minimum"] = ctap.get_info().min_pin_length
_, attested, _ = site.register("eve", extensions={"minPinLength": True})
seen["minimumTold"] = (attested.auth_data.extensions or {}).get("minPinLength")
seen["lowered"] = refusal(lambda: configuration().set_min_pin_length(4))
seen["shorter"] = refusal(lambda: ClientPin(ctap).change_pin(PIN, "12345"))
configuration().set_min_pin_length(8)
seen["mustChange"] = ctap.get_info().force_pin_change
seen["beforeChange"] = refusal(lambda: token(ClientPin.PERMISSION.GET_ASSERTION, "example.com"))
ClientPin(ctap).change_pin(PIN, "24681012")
typist.pin = "24681012"
seen["changed"] = ctap.get_info().force_pin_change
seen["signsInAfterChange"] = site.sign_in([ada], [ada])[0].response.user_handle.decode()

# reset
ctap.reset()
info = ctap.get_info()
seen["afterReset"] = [info.options["clientPin"], info.options["alwaysUv"], info.min_pin_length]
ClientPin(ctap).set_pin(PIN)
typist.pin = PIN
seen["gone"] = refusal(lambda: site.sign_in([ada], [ada]))
seen["goneToo"] = refusal(lambda: site.sign_in([free], [free]))
seen["left"] = management().get_metadata()[fields.EXISTING_CRED_COUNT]
tell(seen)
