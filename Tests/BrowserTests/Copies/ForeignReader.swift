/// A reader of a copy in Python, with jwcrypto: written after docs/WRAPS.md, with nothing of ours. It prints the JSON of
/// every entry, sorted.
enum ForeignReader {
  static let script = #"""
    import base64, hashlib, hmac, json, sys
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519, x25519
    from jwcrypto import jwa, jwe, jwk, jws
    jwa.JWA.algorithms_registry.setdefault("Ed25519", jwa.JWA.algorithms_registry["EdDSA"])

    def b64(data): return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    def unb64(text): return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    def H(text): return b64(hashlib.sha256(text.encode()).digest())
    def u64(number): return number.to_bytes(8, "big")
    def K(key, *parts):
        parts = [part.encode() if isinstance(part, str) else part for part in ("latchstring/v1",) + parts]
        info = b"".join(len(part).to_bytes(2, "big") + part for part in parts)
        first = hmac.new(b"\0" * 32, key, hashlib.sha256).digest()
        return hmac.new(first, info + b"\1", hashlib.sha256).digest()
    def public(key): return key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    def opened(key, text):
        sealed = jwe.JWE()
        sealed.deserialize(text, jwk.JWK(kty="oct", k=b64(key)))
        return sealed.payload
    def verified(authority, text):
        signed = jws.JWS()
        signed.allowed_algs = ["Ed25519"]
        signed.deserialize(text, jwk.JWK(kty="OKP", crv="Ed25519", x=b64(authority)))
        return json.loads(signed.payload)
    def payload(text): return json.loads(unb64(text.split(".")[1]))
    def authority(master, g):
        return public(ed25519.Ed25519PrivateKey.from_private_bytes(K(master, "authority", account, u64(g))))

    file, secret = open(sys.argv[1], encoding="utf-8").read(), bytes.fromhex(sys.argv[2])
    copy = json.loads(file)
    account, rp = unb64(copy["account"]["id"]), copy["site"]["rp"]
    record, wrap = next(way for way in copy["ways"] if payload(way[0])["kind"] == "phrase")
    said = payload(record)
    def of(purpose): return K(secret, purpose, "phrase", rp, account, unb64(said["kid"]))
    recipient = x25519.X25519PrivateKey.from_private_bytes(of("recipient"))
    assert b64(public(recipient)) == said["recipient"], "another kit"
    inner = jwe.JWE()
    inner.deserialize(
        opened(of("pad"), wrap).decode(),
        jwk.JWK(kty="OKP", crv="X25519", d=b64(of("recipient")), x=b64(public(recipient))))
    g = len(copy["statements"])
    masters = {g: inner.payload}
    for at in range(g, 1, -1):
        masters[at - 1] = opened(K(masters[at], "history", account, u64(at)), copy["histories"][at - 2])[:32]
    for at, statement in enumerate(copy["statements"], 1):
        assert unb64(verified(authority(masters[max(at - 1, 1)], max(at - 1, 1)), statement)["authority"]) \
            == authority(masters[at], at)
    signed = ',"signed":"' + copy["signed"] + '"}'
    assert file.endswith(signed)
    assert verified(authority(masters[g], g), copy["signed"]) \
        == {"acc": b64(account), "g": g, "copy": H(file[:-len(signed)] + "}")}
    def entry(id, rev, at, text): return opened(K(masters[at], "entry", account, u64(at), id, u64(rev)), text)
    index = json.loads(entry(bytes(16), copy["index"][0], g, copy["index"][1]))
    entries = dict(copy["entries"])
    assert index.keys() == entries.keys() and all(H(entries[id]) == line[2] for id, line in index.items())
    texts = [json.loads(entry(unb64(id), line[0], line[1], entries[id])) for id, line in index.items()]
    written = [text for text in texts if text["kind"] != "belongings"]
    print(json.dumps(sorted(text.get("text") or text.get("name") for text in written), ensure_ascii=False))
    """#
}
