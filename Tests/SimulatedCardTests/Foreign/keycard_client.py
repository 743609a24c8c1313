"""Drives a card through another project's client, unmodified (PyPI `keycard`), over the system's PC/SC library, and prints what it saw as JSON.

Arguments: the folder with the client, the seed of a wallet in hexadecimal digits, and its private keys' exportable path.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])
try:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, utils
    from keycard.constants import DerivationOption, LoadKeyType, StorageSlot
    from keycard.exceptions import APDUError
    from keycard.keycard import KeyCard
except ImportError as problem:
    sys.exit(f"{problem}: run scripts/setup tests")

PIN, NEW_PIN, WRONG_PIN, PUK, PASSWORD = "246810", "135791", "000000", "123456789012", "KeycardDefaultPairing"
WALLET = "m/44'/60'/0'/0/0"
seed, chat = bytes.fromhex(sys.argv[2]), sys.argv[3]
seen = {}


def refused(work):
    try:
        work()
    except APDUError as error:
        return f"{error.sw:04X}"
    return "9000"


def is_signed(result, digest):
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256K1(), bytes(result.public_key))
    r, s = (int.from_bytes(half, "big") if isinstance(half, bytes) else half for half in (result.r, result.s))
    key.verify(utils.encode_dss_signature(r, s), digest, ec.ECDSA(utils.Prehashed(hashes.SHA256())))
    return True


with KeyCard() as card:
    blank = card.select()
    seen["blank"] = [blank.is_initialized, len(blank.ecc_public_key)]
    seen["blankReset"] = refused(card.factory_reset)
    seen["identity"] = len(card.ident())
    card.init(PIN, PUK, PASSWORD, alt_pin="909090")
    info = card.select()
    seen["version"] = [info.version_major, info.version_minor]
    seen["freeSlots"] = [info.free_pairing_slots]
    uid = bytes(info.instance_uid)

    slot = card.pair(PASSWORD).slot
    seen["slot"] = slot
    seen["freeSlots"].append(card.select().free_pairing_slots)
    card.open_secure_channel()
    seen["wrongPin"] = card.verify_pin(WRONG_PIN)
    seen["afterWrongPin"] = card.status
    seen["rightPin"] = card.verify_pin(PIN)
    seen["status"] = card.status
    seen["unknownCommand"] = refused(lambda: card.send_secure_apdu(ins=0x99))

    seen["words"] = len(card.generate_mnemonic(4))
    generated = card.generate_key()
    seen["keyUID"] = card.load_key(LoadKeyType.BIP39_SEED, bip39_seed=seed).hex()
    seen["generatedIsAnother"] = generated.hex() != seen["keyUID"]
    seen["publicKey"] = bytes(card.export_key(DerivationOption.DERIVE, True, WALLET).public_key).hex()
    seen["privateKey"] = len(card.export_key(DerivationOption.DERIVE, False, chat).private_key)
    seen["walletPrivateKey"] = refused(lambda: card.export_key(DerivationOption.DERIVE, False, WALLET))
    digest = bytes(range(32))
    seen["signed"] = is_signed(card.sign(digest), digest)
    signature = card.sign_with_path(digest, WALLET, make_current=True)
    seen["signedByWallet"] = is_signed(signature, digest) and bytes(signature.public_key).hex() == seen["publicKey"]
    seen["path"] = card.get_key_path
    card.set_pinless_path(WALLET)
    card.store_data(b"a name")
    card.store_data(b"\x00\x03abc", StorageSlot.NDEF)
    seen["data"] = [bytes(card.get_data()).decode(), bytes(card.get_data(StorageSlot.NDEF)).hex()]

    card.change_pin(NEW_PIN)
    card.select()
    card.open_secure_channel()
    seen["oldPin"] = [card.verify_pin(PIN), card.verify_pin(PIN)]
    try:
        card.verify_pin(PIN)
    except RuntimeError as error:
        seen["oldPin"].append(str(error))
    card.unblock_pin(PUK, PIN)
    seen["unblocked"] = [card.verify_pin(PIN), card.status]
    card.change_puk("999999999999")
    card.change_pairing_secret("another password")
    pairing = card.pairing
    card.unpair(slot)
    seen["freeSlots"].append(card.select().free_pairing_slots)
    card.pairing = pairing  # the client forgets it, the card has to as well
    seen["unpaired"] = refused(card.open_secure_channel)

    card.factory_reset()
    seen["resetIsBlank"] = not card.select().is_initialized
    card.init(PIN, PUK, PASSWORD)
    seen["uidIsAnother"] = bytes(card.select().instance_uid) != uid

print(json.dumps(seen))
