import Authenticator
import Crypto
import Encoding
import Foundation
import HandsTools
import SeededNumbers
import Testing

@testable import PasskeyHands

@Suite struct BrowserDetailsTests {
  private static func creation(_ change: (inout [String: Any]) -> Void = { _ in }) -> String {
    var members: [String: Any] = [
      "rp": ["id": "example.com", "name": "Example"], "user": ["id": "bW8", "name": "mo", "displayName": "Mo"],
      "challenge": "AQID",
      "pubKeyCredParams": [["type": "public-key", "alg": -7]],
      "extensions": [
        "remoteDesktopClientOverride": ["origin": "https://login.example.com", "sameOriginWithAncestors": true]
      ],
    ]
    change(&members)
    return (try? JSONSerialization.data(withJSONObject: members)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
  private func failure(_ read: () throws -> Void) -> BrowserFailure.Name? {
    do { try read() } catch { return (error as? BrowserFailure)?.name }
    return nil
  }

  @Test("A credential request is read, with WebAuthn's defaults for members that the page omits")
  func defaults() throws {
    let details = try CreationDetails(Self.creation())
    #expect(
      details.rpID == "example.com" && details.userID == Array("mo".utf8) && details.challenge == [1, 2, 3]
        && details.algorithms == [-7])
    #expect(
      !details.isDiscoverable && details.verification == .preferred && details.stripsAttestation
        && details.excluded == [])
    let bare = try CreationDetails(
      Self.creation {
        $0["pubKeyCredParams"] = [Any]()
        $0["rp"] = ["name": "Example"]
      })
    #expect(bare.algorithms == [-7, -257] && bare.rpID == "login.example.com")
  }

  @Test(
    "A discoverable credential is made when the page asks, in the new words or in the old one",
    arguments: [
      (["residentKey": "required"], true), (["residentKey": "preferred"], true),
      (["residentKey": "discouraged"], false),
      (["requireResidentKey": true], true), (["requireResidentKey": true, "residentKey": "discouraged"], false),
      ([:], false),
    ] as [([String: any Sendable], Bool)])
  func discoverable(selection: [String: any Sendable], expected: Bool) throws {
    #expect(try CreationDetails(Self.creation { $0["authenticatorSelection"] = selection }).isDiscoverable == expected)
  }

  @Test(
    "Only a page that asks gets attestation, and enterprise attestation is off",
    arguments: [
      ("none", true), ("indirect", false), ("direct", false), ("enterprise", true), ("nonsense", true),
    ])
  func attestation(preference: String, strips: Bool) throws {
    #expect(try CreationDetails(Self.creation { $0["attestation"] = preference }).stripsAttestation == strips)
  }

  @Test("A request with a missing member or a wrong type is rejected") func malformed() {
    for name in ["rp", "user", "challenge", "extensions"] {
      #expect(failure { _ = try CreationDetails(Self.creation { $0[name] = nil }) } == .unreadable, "\(name)")
      #expect(failure { _ = try CreationDetails(Self.creation { $0[name] = 7 }) } == .unreadable, "\(name)")
    }
    #expect(failure { _ = try CreationDetails(Self.creation { $0["challenge"] = "AQI=" }) } == .unreadable)
    #expect(failure { _ = try CreationDetails(Self.creation { $0["timeout"] = "60000" }) } == .unreadable)
    #expect(
      failure { _ = try CreationDetails(Self.creation { $0["user"] = ["id": "", "name": "mo", "displayName": ""] }) }
        == .unreadable)
    #expect(
      failure { _ = try CreationDetails(Self.creation { $0["pubKeyCredParams"] = [["type": "password", "alg": -7]] }) }
        == .notSupported)
    for text in ["", "[]", "{}", "null", "{\"rp\":1,\"rp\":2}", "{\"rp\":{}}garbage"] {
      #expect(failure { _ = try CreationDetails(text) } == .unreadable)
      #expect(failure { _ = try AssertionDetails(text) } == .unreadable)
    }
  }

  @Test(
    "A relying party ID is the page's host or a domain above it",
    arguments: [
      ("https://example.com", "example.com", true), ("https://a.b.example.com:8443", "example.com", true),
      ("https://example.com", nil, true),
      ("https://example.com", "a.example.com", false), ("https://badexample.com", "example.com", false),
      ("https://example.com", "com", false),
      ("https://example.com", ".com", false), ("https://example.com", "", false),
      ("http://example.com", "example.com", false),
      ("http://localhost:8080", "localhost", true),
      ("http://latchstring.localhost:8080", "latchstring.localhost", true),
      ("http://a.localhost", "localhost", true), ("http://localhost.evil.example", nil, false),
      ("https://127.0.0.1", nil, false),
      ("https://[::1]", nil, false),
      ("https://evil.example/@example.com", "example.com", false), ("https://a@example.com", "example.com", false),
      ("https://", nil, false),
      ("https://example.com:99999", nil, false), ("chrome-extension://abc", "abc", false), ("null", nil, false),
      ("https://EXAMPLE.com", nil, false),
    ] as [(String, String?, Bool)])
  func relyingParty(origin: String, rpID: String?, isAllowed: Bool) throws {
    let text = Self.creation {
      $0["rp"] = rpID.map { ["id": $0, "name": ""] } ?? ["name": ""]
      $0["extensions"] = ["remoteDesktopClientOverride": ["origin": origin, "sameOriginWithAncestors": true]]
    }
    #expect(failure { _ = try CreationDetails(text) } == (isAllowed ? nil : .security))
  }

  @Test(
    "clientDataJSON has the bytes that WebAuthn serializes",
    arguments: [
      (true, nil, #"{"type":"webauthn.get","challenge":"AQID","origin":"https://example.com","crossOrigin":false}"#),
      (
        true, "https://top.example",
        #"{"type":"webauthn.get","challenge":"AQID","origin":"https://example.com","crossOrigin":false}"#
      ),
      (false, nil, #"{"type":"webauthn.get","challenge":"AQID","origin":"https://example.com","crossOrigin":true}"#),
      (
        false, "https://top.example",
        #"""
        {"type":"webauthn.get","challenge":"AQID","origin":"https://example.com","crossOrigin":true,\#
        "topOrigin":"https://top.example"}
        """#
      ),
    ] as [(Bool, String?, String)])
  func clientData(isSame: Bool, top: String?, expected: String) throws {
    var place: [String: Any] = ["origin": "https://example.com", "sameOriginWithAncestors": isSame]
    place["topOrigin"] = top
    let details = try CreationDetails(Self.creation { $0["extensions"] = ["remoteDesktopClientOverride": place] })
    let bytes = ClientData(.get, challenge: details.challenge, details.place).bytes
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  private static func assertion(_ extensions: [String: Any], allowed: [String] = []) -> String {
    var all = extensions
    all["remoteDesktopClientOverride"] = ["origin": "https://example.com", "sameOriginWithAncestors": true]
    let members: [String: Any] = [
      "rpId": "example.com", "challenge": "AQID", "allowCredentials": allowed.map { ["type": "public-key", "id": $0] },
      "extensions": all,
    ]
    return (try? JSONSerialization.data(withJSONObject: members)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test("PRF inputs by credential are accepted only if the allow list contains those credentials")
  func evalByCredential() throws {
    let inputs = ["prf": ["eval": ["first": "AA"], "evalByCredential": ["AQ": ["first": "BA", "second": "CA"]]]]
    let details = try AssertionDetails(Self.assertion(inputs.mapValues { $0 as Any }, allowed: ["AQ", "Ag"]))
    let prf = try #require(details.extensions.prf)
    #expect(prf.salts(for: [1]) == PRFSalts(first: [4], second: [8]))
    #expect(prf.salts(for: [2]) == PRFSalts(first: [0], second: nil))
    #expect(prf.salts(for: nil) == PRFSalts(first: [0], second: nil))
    #expect(failure { _ = try AssertionDetails(Self.assertion(inputs)) } == .notSupported)
    #expect(failure { _ = try AssertionDetails(Self.assertion(inputs, allowed: ["Ag"])) } == .syntax)
    #expect(
      failure {
        _ = try AssertionDetails(Self.assertion(["prf": ["evalByCredential": ["!": ["first": "AA"]]]], allowed: ["AQ"]))
      } == .syntax)
  }

  @Test("A large blob is written to exactly one named credential, and not read in the same request") func largeBlob() {
    #expect(
      failure { _ = try AssertionDetails(Self.assertion(["largeBlob": ["write": "AA"]], allowed: ["AQ"])) } == nil)
    #expect(
      failure { _ = try AssertionDetails(Self.assertion(["largeBlob": ["write": "AA"]], allowed: ["AQ", "Ag"])) }
        == .notSupported)
    #expect(failure { _ = try AssertionDetails(Self.assertion(["largeBlob": ["write": "AA"]])) } == .notSupported)
    #expect(
      failure {
        _ = try AssertionDetails(Self.assertion(["largeBlob": ["write": "AA", "read": true]], allowed: ["AQ"]))
      } == .notSupported)
  }

  @Test("A refused page gets the same message whether or not it has a passkey here") func sameWords() {
    let statuses: [CTAPStatus] = [
      .noCredentials, .operationDenied, .userActionTimeout, .pinBlocked, .puatRequired, .keyStoreFull, .other,
    ]
    #expect(Set(statuses.map { [BrowserFailure($0).name.rawValue, BrowserFailure($0).message] }).count == 1)
    #expect(BrowserFailure(CTAPStatus.noCredentials).name == .notAllowed)
    #expect(BrowserFailure(CTAPStatus.credentialExcluded).name == .invalidState)
    #expect(BrowserFailure(CTAPStatus.unsupportedAlgorithm).name == .notSupported)
    #expect(BrowserFailure(CTAPStatus.keepaliveCancel).name == .abort)
  }

  @Test("A request with any mutation is read or rejected, without trapping") func mutations() {
    var random = SeededNumbers(seed: 20_261_122), seeds = [Array(Self.creation().utf8)]
    seeds.append(
      Array(
        Self.assertion([
          "prf": ["eval": ["first": "AA"]], "largeBlob": ["read": true],
          "credentialProtectionPolicy": "userVerificationRequired",
        ]).utf8
      ))
    for round in 0..<4_000 {
      var bytes = seeds[round % 2]
      for _ in 0...Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 32...126, using: &random)
      }
      if round % 7 == 0 { bytes.removeLast(.random(in: 0...bytes.count, using: &random)) }
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? CreationDetails(text)
      _ = try? AssertionDetails(text)
      _ = BrowserMessage(bytes)
    }
  }
}
