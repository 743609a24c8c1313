import Crypto
import CryptoExtras
import Encoding
import Foundation
import RelyingParty

// From JSON text to a verified result, relative to swift-crypto's raw signature verification with already imported
// keys. One thread, 64 distinct ceremonies, alternating rounds, medians.

let count = 64
let party = Ceremonies.party
let now = UnixTime(seconds: 1_800_000_000)

let caching = {
  var party = Ceremonies.party
  party.keys = CredentialKeyCache(capacity: 4 * count)
  return party
}()

func verify(_ assertion: Assertion, by party: RelyingParty = party) {
  do {
    _ = try party.finishAuthentication(assertion.state, response: assertion.json, credential: assertion.record)
  } catch {
    print("a ceremony failed: \(error)")
  }
}

func verify(_ registration: Registration, _ policy: RegistrationPolicy = RegistrationPolicy()) {
  do {
    _ = try party.finishRegistration(registration.state, response: registration.json, policy: policy, at: now)
  } catch {
    print("a ceremony failed: \(error)")
  }
}

func report(_ name: String, _ assertions: [Assertion], passes: Int, raw: (Int) -> Bool) {
  let (whole, bare, share) = alternate(
    count: count, passes: passes, { verify(assertions[$0]) }, { if !raw($0) { print("a signature failed") } })
  line(
    "\(name) assertion / raw verify",
    "\(fixed(share, 3))   (\(fixed(whole / 1000, 2)) µs, raw \(fixed(bare / 1000, 2)) µs)")
  let (kept, again, shareOfKept) = alternate(
    count: count, passes: passes, { verify(assertions[$0], by: caching) }, { _ = raw($0) })
  line(
    "\(name) assertion, key cached / raw verify",
    "\(fixed(shareOfKept, 3))   (\(fixed(kept / 1000, 2)) µs, raw \(fixed(again / 1000, 2)) µs)")
}

let p256 = (0..<count).map { _ in P256.Signing.PrivateKey() }
let es256 = try p256.map { key in
  try Ceremonies.assertion(key: Ceremonies.coseKey(key.publicKey)) {
    Array(try key.signature(for: $0).derRepresentation)
  }
}
let p256Signatures = try es256.map { try P256.Signing.ECDSASignature(derRepresentation: $0.signature) }
let p256Keys = p256.map(\.publicKey)
let none = p256.map { key in Ceremonies.registration(key: Ceremonies.coseKey(key.publicKey)) { _ in ("none", .map([])) }
}
let selfAttested = try p256.map { key in
  try Ceremonies.registration(key: Ceremonies.coseKey(key.publicKey)) { message in
    let signature = Array(try key.signature(for: message).derRepresentation)
    return (
      "packed",
      .map([
        CBOREntry(key: .text("alg"), value: .integer(-7)), CBOREntry(key: .text("sig"), value: .bytes(signature[...])),
      ])
    )
  }
}
let chain = try AttestationChain()
let attestationKeys = (0..<count).map { _ in P256.Signing.PrivateKey() }
let fullyAttested = try zip(p256, attestationKeys).map { key, attestationKey in
  let leaf = try chain.leaf(attestationKey.publicKey)
  return try Ceremonies.registration(key: Ceremonies.coseKey(key.publicKey)) { message in
    let signature = Array(try attestationKey.signature(for: message).derRepresentation)
    return (
      "packed",
      .map([
        CBOREntry(key: .text("alg"), value: .integer(-7)), CBOREntry(key: .text("sig"), value: .bytes(signature[...])),
        CBOREntry(key: .text("x5c"), value: .array([.bytes(leaf[...])])),
      ])
    )
  }
}
var trusting = RegistrationPolicy()
trusting.attestation.anchors = TrustAnchors([TrustAnchor(der: try chain.root())].compactMap(\.self))
let rawVerify: (Int) -> Void = { _ = p256Keys[$0].isValidSignature(p256Signatures[$0], for: es256[$0].message) }

@MainActor func measure() throws {
  report("ES256", es256, passes: 1) { p256Keys[$0].isValidSignature(p256Signatures[$0], for: es256[$0].message) }

  let rsa = try (0..<count).map { _ in try _RSA.Signing.PrivateKey(keySize: .bits2048) }
  let rsaKeys = try rsa.map { key in
    let numbers = try key.publicKey.getKeyPrimitives()
    return try _RSA.Signing.PublicKey(n: numbers.modulus, e: numbers.publicExponent)
  }
  let rsaBytes = try rsa.map { key in
    let numbers = try key.publicKey.getKeyPrimitives()
    return (n: Array(numbers.modulus), e: Array(numbers.publicExponent))
  }
  let rs256 = try zip(rsa, rsaBytes).map { key, numbers in
    try Ceremonies.assertion(
      key: COSE.key([1: .integer(3), 3: .integer(-257), -1: .bytes(numbers.n[...]), -2: .bytes(numbers.e[...])])
    ) { Array(try key.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation) }
  }
  let rsaSignatures = rs256.map { _RSA.Signing.RSASignature(rawRepresentation: $0.signature) }
  report("RS256", rs256, passes: 3) {
    rsaKeys[$0].isValidSignature(rsaSignatures[$0], for: rs256[$0].message, padding: .insecurePKCS1v1_5)
  }
  let (imported, _, share) = alternate(count: count, passes: 3) { index in
    let key = try? _RSA.Signing.PublicKey(n: rsaBytes[index].n, e: rsaBytes[index].e)
    _ = key?.isValidSignature(rsaSignatures[index], for: rs256[index].message, padding: .insecurePKCS1v1_5)
  } _: { index in
    _ = rsaKeys[index].isValidSignature(rsaSignatures[index], for: rs256[index].message, padding: .insecurePKCS1v1_5)
  }
  line("RS256 raw verify / with import of n and e", "\(fixed(share, 3))   (\(fixed(imported / 1000, 2)) µs)")

  let ed25519 = (0..<count).map { _ in Curve25519.Signing.PrivateKey() }
  let edDSA = try ed25519.map { key in
    try Ceremonies.assertion(
      key: COSE.key([
        1: .integer(1), 3: .integer(-8), -1: .integer(6), -2: .bytes(Array(key.publicKey.rawRepresentation)[...]),
      ])
    ) { Array(try key.signature(for: $0)) }
  }
  let ed25519Keys = ed25519.map(\.publicKey)
  report("EdDSA", edDSA, passes: 1) { ed25519Keys[$0].isValidSignature(edDSA[$0].signature, for: edDSA[$0].message) }

  let (noneTime, _, _) = alternate(count: count, passes: 1, { verify(none[$0]) }, { _ in })
  line("none registration", "\(fixed(noneTime / 1000, 2)) µs")
  let (selfTime, _, selfShare) = alternate(count: count, passes: 1, { verify(selfAttested[$0]) }, rawVerify)
  line("packed self registration / raw verify", "\(fixed(selfShare, 3))   (\(fixed(selfTime / 1000, 2)) µs)")
  let (fullTime, _, fullShare) = alternate(count: count, passes: 1, { verify(fullyAttested[$0], trusting) }, rawVerify)
  line(
    "packed x5c with chain / two raw verifies",
    "\(fixed(2 * fullShare, 3))   (\(fixed(fullTime / 1000, 2)) µs)")
  let (parseTime, _, _) = alternate(
    count: count, passes: 1, { _ = try? AuthenticationResponse(json: es256[$0].json) }, { _ in })
  line("reading an assertion's JSON", "\(fixed(parseTime / 1000, 2)) µs")
}

// scripts/bench-allocations and scripts/bench-others ask for these two; without an argument everything is measured.
switch CommandLine.arguments.dropFirst().first {
case "--repeat":
  guard CommandLine.arguments.count == 4, let passes = Int(CommandLine.arguments[3]) else {
    print("--repeat CASE PASSES")
    exit(2)
  }
  let body: (Int) -> Void
  switch CommandLine.arguments[2] {
  case "none": body = { verify(none[$0]) }
  case "x5c": body = { verify(fullyAttested[$0], trusting) }
  default: body = { verify(es256[$0]) }
  }
  for _ in 0..<passes { for index in 0..<count { body(index) } }
case "--write":
  for assertion in es256 { print(assertion.line) }
  for registration in none { print(registration.line) }
default: try measure()
}
