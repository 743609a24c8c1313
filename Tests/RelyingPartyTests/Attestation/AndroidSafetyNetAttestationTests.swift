import Crypto
import CryptoExtras
import Encoding
import Foundation
import Testing

@testable import RelyingParty

@Suite struct AndroidSafetyNetAttestationTests {
  private let issuer = TestIssuer()

  private func register(
    formats: [any AttestationStatementVerifier] = [], anchors: TrustAnchors? = nil, at time: UnixTime = Ceremony.now,
    _ change: (inout TestStatement.SafetyNet) -> Void = { _ in }
  ) throws -> Result<RegistrationVerdict, WebAuthnError> {
    try Ceremony.register(try .safetyNet(by: issuer, change), anchors: anchors, formats: formats, at: time)
  }

  @Test("SafetyNet's attestation is basic, and anchors decide whether its chain is trusted")
  func good() throws {
    let verdict = try register().get()
    #expect(
      verdict.attestation.type == .basic && verdict.attestation.format == "android-safetynet"
        && verdict.attestation.trust == .notAssessed)
    let judged = try register(anchors: try issuer.anchors()).get()
    #expect(
      judged.attestation.trust == .trusted && judged.attestation.certificates.count == 1 && !judged.isAAGUIDVouchedFor)
    #expect(throws: Never.self) { try register { $0.hasHostInSubject = false }.get() }
    expectRefusal(try register(anchors: try TestIssuer().anchors()), 25, .untrustedChain)
  }

  @Test("§8.5: a malformed version, response or payload is rejected")
  func members() throws {
    let good = try TestStatement.safetyNet(by: issuer)
    for change: [String: CBORValue?] in [
      ["ver": nil], ["ver": .text("")], ["ver": .integer(1)], ["response": nil], ["response": .text("a.b.c")],
      ["response": .bytes([])],
    ] {
      for (name, value) in change {
        expectRefusal(try Ceremony.register(good.changing(name, value)), 23, .malformedAttestation)
      }
    }
    for token: (String) -> String in [
      { $0 + "." }, { $0 + "=" }, { "." + $0 }, { String($0.dropFirst(2)) }, { $0.replacing(".", with: "") },
    ] {
      expectRefusal(try register { $0.token = token }, 23, .malformedAttestation)
    }
    for payload in ["[]", "{", "1", #"{"nonce":"a","nonce":"b"}"#] {
      expectRefusal(try register { $0.payload = { _ in payload } }, 23, .malformedAttestation)
    }
    expectRefusal(try register { $0.token = { $0 + "AA" } }, 23, .badAttestationSignature)
  }

  @Test("§8.5: the nonce must be the hash of authenticator data and client data")
  func nonce() throws {
    expectRefusal(try register { $0.nonce = { _ in [] } }, 23, .attestationChallengeMismatch)
    expectRefusal(try register { $0.nonce = { Array(SHA256.hash(data: $0 + [0])) } }, 23, .attestationChallengeMismatch)
    expectRefusal(try register { $0.nonce = { Array(SHA256.hash(data: $0)) + [0] } }, 23, .attestationChallengeMismatch)
    expectRefusal(
      try register { $0.payload = { $0.replacing("nonce", with: "other") } }, 23, .attestationChallengeMismatch)
  }

  @Test("the certificate must name exactly Google's host, as subject or alternative name")
  func host() throws {
    for host in ["attest.android.com.example.org", "evil-attest.android.com", "android.com", ""] {
      expectRefusal(try register { $0.host = host }, 23, .safetyNetHostname)
      expectRefusal(try register { ($0.host, $0.hasHostInSubject) = (host, false) }, 23, .safetyNetHostname)
    }
  }

  @Test("the response must be signed by the certificate's key, with a known algorithm")
  func signature() throws {
    expectRefusal(try register { $0.signedBytes = { $0 + [0] } }, 23, .badAttestationSignature)
    expectRefusal(try register { $0.header = "ES256" }, 23, .badAttestationSignature)
    expectRefusal(try register { $0.header = "PS256" }, 23, .badAttestationSignature)
    for header in ["none", "HS256", "RS1", "rs256", ""] {
      expectRefusal(try register { $0.header = header }, 23, .unsupportedPublicKey)
    }
    for member in ["x5u", "jku", "jwk", "crit", "b64", "zip"] {
      expectRefusal(try register { $0.header = #"RS256","\#(member)":""# }, 23, .malformedAttestation)
    }
    expectRefusal(try register { $0.header = #"RS256","alg":"RS256"# }, 23, .malformedAttestation)
  }

  @Test("§8.5: a device must pass the compatibility tests unless the policy waives them")
  func compatibility() throws {
    for value in ["false", "null", #""true""#, "1"] {
      expectRefusal(try register { $0.compatible = value }, 23, .safetyNetCTS)
    }
    let lenient: [any AttestationStatementVerifier] = [AndroidSafetyNetAttestation(requiresCTSProfileMatch: false)]
    #expect(throws: Never.self) { try register(formats: lenient) { $0.compatible = "false" }.get() }
  }

  @Test("a response may be at most ten minutes old and at most one minute in the future")
  func time() throws {
    let now = Ceremony.now.seconds
    for (seconds, passes) in [(now - 600, true), (now - 601, false), (now + 60, true), (now + 61, false), (0, false)] {
      let result = try register { $0.milliseconds = "\(seconds * 1000)" }
      if passes { #expect(throws: Never.self) { try result.get() } } else { expectRefusal(result, 23, .safetyNetTime) }
    }
    for text in ["null", #""1""#, "1e3", "\(Int64.max)", "\(Int64.min)", "99999999999999999999"] {
      expectRefusal(try register { $0.milliseconds = text }, 23, .safetyNetTime)
    }
    // Times and ages at the limits of the integer type do not trap.
    for time in [Int64.min, .max] {
      expectRefusal(
        try register(at: UnixTime(seconds: time)) { $0.milliseconds = "\(time == .max ? -1 : 1)000000" }, 23,
        .safetyNetTime)
    }
    for age in [Int64.min, -100] {
      expectRefusal(try register(formats: [AndroidSafetyNetAttestation(maximumAge: age)]), 23, .safetyNetTime)
    }
  }
}
