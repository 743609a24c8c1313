import Crypto
import Encoding
import Foundation
import RelyingParty
import TestSite
import Testing

@testable import RelyingPartyTests

/// The FIDO2 Server Test API with valid requests.
@Suite struct ConformanceTests {
  @Test("the options have what was requested, every algorithm, and the extensions unchanged") func options()
    async throws
  {
    try await withConformance { _, tool in
      let wishes = #"""
        ,"authenticatorSelection":{"requireResidentKey":false,"authenticatorAttachment":"cross-platform",\#
        "userVerification":"preferred"},\#
        "attestation":"direct","extensions":{"example.extension.bool":true,"example.number":7}
        """#
      let answer = try await tool.creationOptions("ada@example.org", wishes), options = answer.json
      #expect(answer.isOK && answer.header("content-type") == "application/json", "\(answer.text)")
      #expect(options["rp"] as? [String: String] == ["id": "latchstring.localhost", "name": "Latchstring"])
      let user = try #require(options["user"] as? [String: String])
      #expect(user["name"] == "ada@example.org" && user["displayName"] == "Ada L.")
      #expect(user["id"].flatMap { Base64URL.decode($0) }.map { (16...64).contains($0.count) } == true)
      let algorithms = (options["pubKeyCredParams"] as? [[String: Any]])?.compactMap { $0["alg"] as? Int } ?? []
      #expect(Set(algorithms).isSuperset(of: [-7, -8, -35, -36, -37, -257]) && algorithms.first == -7)
      #expect(algorithms.last == -65535, "RS1 is for the tool: any authenticator that can do better should")
      #expect(options["attestation"] as? String == "direct")
      #expect(answer.text.contains(#""extensions":{"example.extension.bool":true,"example.number":7}"#))
      #expect((options["authenticatorSelection"] as? [String: Any])?.count == 3)
      #expect(try await tool.creationOptions().json["attestation"] as? String == "none")
      let again = try await tool.creationOptions("ada@example.org").json
      #expect(
        again["challenge"] as? String != options["challenge"] as? String
          && (again["user"] as? [String: String])?["id"] == user["id"])
    }
  }

  @Test("each kind of key is registered with self attestation and signs in", arguments: Keys.allCases) func algorithms(
    kind: Keys
  ) async throws {
    try await withConformance { _, tool in
      var authenticator = tool.authenticator(kind.key)
      authenticator.attestSelf()
      let registered = try await tool.register(authenticator, "ada", #","attestation":"direct""#)
      #expect(registered.isOK, "\(registered.text)")
      authenticator.signCount = 2
      let signedIn = try await tool.authenticate(authenticator)
      #expect(signedIn.isOK, "\(signedIn.text)")
    }
  }

  enum Keys: String, CaseIterable, Sendable {
    case es256, es384, es512, edDSA, rs256, ps256
    var key: TestAuthenticator.Key {
      switch self {
      case .es256: .es256(P256.Signing.PrivateKey())
      case .es384: .es384(P384.Signing.PrivateKey())
      case .es512: .es512(P521.Signing.PrivateKey())
      case .edDSA: .edDSA(Curve25519.Signing.PrivateKey())
      case .rs256: .rs256(TestKeys.rsa)
      case .ps256: .ps256(TestKeys.rsa)
      }
    }
  }

  @Test("a credential is excluded from its user's next registration and allowed to sign in")
  func descriptors() async throws {
    try await withConformance { _, tool in
      let id = Base64URL.encode([UInt8](repeating: 7, count: 32))
      #expect(try await tool.register(tool.authenticator()).isOK)
      for (answer, list) in [
        (try await tool.creationOptions(), "excludeCredentials"), (try await tool.requestOptions(), "allowCredentials"),
      ] {
        let descriptors = answer.json[list] as? [[String: Any]] ?? []
        #expect(
          descriptors.map { $0["id"] as? String } == [id] && descriptors.map { $0["type"] as? String } == ["public-key"]
        )
      }
      #expect((try await tool.creationOptions("bob").json["excludeCredentials"] as? [Any])?.isEmpty == true)
      let options = try await tool.requestOptions(
        "ada", #","userVerification":"required","extensions":{"example.extension":"text"}"#)
      #expect(
        options.json["userVerification"] as? String == "required"
          && options.json["rpId"] as? String == "latchstring.localhost")
      #expect(options.json["extensions"] as? [String: String] == ["example.extension": "text"])
    }
  }

  @Test("a missing rawId, counter or presence, and extra extension data, are accepted for the tool")
  func accepted() async throws {
    try await withConformance { _, tool in
      var authenticator = tool.authenticator()
      authenticator.signCount = 0
      authenticator.answerExtensions(["example.extension": .text("x")])
      #expect(try await tool.register(authenticator) { $0.members["rawId"] = nil }.isOK)
      authenticator.flags = 0x80
      for verification in ["preferred", "discouraged"] {
        let answer = try await tool.authenticate(authenticator, "ada", #","userVerification":"\#(verification)""#)
        #expect(answer.isOK, "\(verification): \(answer.text)")
      }
      authenticator.flags = 0x81
      try await tool.authenticate(authenticator, "ada", #","userVerification":"required""#).expectFailed(
        "user-not-verified")
    }
  }

  @Test("a page of a different origin may send requests and read the responses") func crossOrigin() async throws {
    try await withConformance { site, tool in
      var visitor = Visitor(site)
      for origin in ["null", "https://conformance.example", nil] {
        visitor.origin = origin
        let answer = try await visitor.post("/attestation/options", #"{"username":"ada","displayName":"Ada"}"#)
        #expect(answer.isOK && answer.header("access-control-allow-origin") == origin)
      }
    }
  }

  @Test("the cookie differs from a session's, and none of the site's data is read or written") func apart()
    async throws
  {
    try await withConformance { site, tool in
      let changes = try await site.changes { () async throws in
        var authenticator = tool.authenticator()
        #expect(try await tool.register(authenticator).isOK)
        authenticator.signCount = 2
        #expect(try await tool.authenticate(authenticator).isOK)
      }
      #expect(changes.isEmpty)
      #expect(
        tool.visitor.cookie?.hasPrefix("latchstring-conformance=") == true
          && tool.visitor.cookie?.contains("; ") == false)
      #expect(try await !tool.visitor.isSignedIn())
    }
  }

  @Test("without the setting, the addresses behave like nonexistent ones") func off() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      for path in [
        "/attestation/options", "/attestation/result", "/assertion/options", "/assertion/result", "/nowhere",
      ] {
        let answer = try await visitor.post(path, #"{"username":"ada","displayName":"Ada"}"#)
        #expect(
          answer.status == 404 && answer.header("access-control-allow-origin") == nil
            && answer.header("set-cookie") == nil)
      }
    }
  }
}
