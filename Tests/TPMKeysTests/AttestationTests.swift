import Authenticator
import Crypto
import Encoding
import Foundation
import RelyingParty
import TestTPM
import Testing

@testable import TPMKeys

@Suite struct AttestationTests {
  @Test("a relying party trusts a TPM's statement about a key once an authority certified the TPM")
  func certified() async throws {
    let place = try Place(), authority = try await TestAuthority()
    let key = try await place.store.makeKey(.signing, guard: .nothing)
    #expect(try await place.store.certify(key.reference, over: [1], leave: nil) == nil)

    let request = try await place.store.attestationRequest()
    #expect(try await place.another.attestationRequest() == request)
    #expect(try await authority.accepts(request, from: place.tpm))
    let secret = Array("sixteen bytes…".utf8)
    #expect(try await place.store.activate(try await authority.challenge(secret, request)).matches(Secret(secret)))
    try await place.store.install([try await authority.certify(request)])

    let anchors = TrustAnchors([try #require(TrustAnchor(der: try await authority.root))])
    #expect(try await Ceremony.attestation(key, place.another, anchors: anchors).trust == .trusted)
    // The key requires the PIN, but its properties can be described without it.
    try await place.store.setPIN(Place.right)
    let guarded = try await place.store.makeKey(.signing, guard: .pin)
    #expect(try await Ceremony.attestation(guarded, place.store, anchors: anchors).format == "tpm")
    // A different root, or a key other than the certified one.
    let stranger = TrustAnchors([try #require(TrustAnchor(der: try await TestAuthority().root))])
    await #expect(throws: WebAuthnError.self) { try await Ceremony.attestation(key, place.store, anchors: stranger) }
    let other = MadeKey(reference: guarded.reference, publicKey: key.publicKey)
    await #expect(throws: WebAuthnError.self) { try await Ceremony.attestation(other, place.store, anchors: anchors) }
  }

  @Test("a credential for a different TPM or attestation key cannot be opened here")
  func foreignChallenge() async throws {
    let place = try Place(), neighbour = try Place(place.tpm), elsewhere = try Place(),
      authority = try await TestAuthority()
    let request = try await place.store.attestationRequest()
    _ = try await neighbour.store.attestationRequest()
    _ = try await elsewhere.store.attestationRequest()
    let challenge = try await authority.challenge(Array("a secret".utf8), request)
    for store in [neighbour.store, elsewhere.store] {
      #expect(await code { try await store.activate(challenge) } != nil)
    }
    #expect(try await place.store.activate(challenge).matches(Secret(Array("a secret".utf8))))
    let certificate = try await authority.certify(request)
    #expect(await code { try await neighbour.store.install([certificate]) } == .unknownKey)
  }
}

/// A registration with a statement in the "tpm" format.
private enum Ceremony {
  static func attestation(_ key: MadeKey, _ store: TPMKeyStore, anchors: TrustAnchors) async throws
    -> AttestationVerdict
  {
    let party = RelyingParty(id: "example.org", name: "Example", origins: ["https://example.org"])
    var request = RegistrationRequest()
    request.attestation = .direct
    let challenge = [UInt8](repeating: 7, count: 32)
    let state = party.beginRegistration(
      user: .init(id: [1], name: "ada", displayName: "Ada"), challenge: challenge, request: request
    ).state
    let client = Array(
      #"""
      {"type":"webauthn.create","challenge":"\#(Base64URL.encode(challenge))",\#
      "origin":"https://example.org","crossOrigin":false}
      """#.utf8)
    let id = Array("a credential".utf8)
    let x = key.publicKey[1..<33], y = key.publicKey[33..<65]
    let cose = CBORValue.map([
      .init(key: .integer(1), value: .integer(2)), .init(key: .integer(3), value: .integer(-7)),
      .init(key: .integer(-1), value: .integer(1)),
      .init(key: .integer(-2), value: .bytes(x)), .init(key: .integer(-3), value: .bytes(y)),
    ]).encoded()
    let data =
      Array(SHA256.hash(data: Array("example.org".utf8))) + [0x45, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16) + [
        0, UInt8(id.count),
      ] + id + cose
    let signed = Array(SHA256.hash(data: data + SHA256.hash(data: client)))
    let certification = try #require(try await store.certify(key.reference, over: signed, leave: nil))
    let statement = CBORValue.map([
      .init(key: .text("ver"), value: .text("2.0")), .init(key: .text("alg"), value: .integer(certification.algorithm)),
      .init(key: .text("x5c"), value: .array(certification.certificates.map { .bytes($0[...]) })),
      .init(key: .text("sig"), value: .bytes(certification.signature[...])),
      .init(key: .text("certInfo"), value: .bytes(certification.certInfo[...])),
      .init(key: .text("pubArea"), value: .bytes(certification.pubArea[...])),
    ])
    let object = CBORValue.map([
      .init(key: .text("fmt"), value: .text("tpm")), .init(key: .text("attStmt"), value: statement),
      .init(key: .text("authData"), value: .bytes(data[...])),
    ]).encoded()
    let response = """
      {"id":"\(Base64URL.encode(id))","rawId":"\(Base64URL.encode(id))","type":"public-key",\
      "clientExtensionResults":{},"response":{"clientDataJSON":"\(Base64URL.encode(client))",\
      "attestationObject":"\(Base64URL.encode(object))","transports":["internal"]}}
      """
    var policy = RegistrationPolicy()
    policy.attestation.anchors = anchors
    let now = UnixTime(seconds: Int64(Date().timeIntervalSince1970) + 60)
    return try party.finishRegistration(state, response: Array(response.utf8), policy: policy, at: now).attestation
  }
}
