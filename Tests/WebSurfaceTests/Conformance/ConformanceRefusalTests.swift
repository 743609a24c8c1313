import Crypto
import Encoding
import Foundation
import RelyingParty
import TestSite
import Testing

@testable import RelyingPartyTests

/// Answers that the conformance tool wants refused, each with a single fault.
@Suite struct ConformanceRefusalTests {
  typealias Spoiling = (inout ConformanceTool.Answer) throws -> Void

  /// The faults that apply to both ceremonies.
  private var envelope: [(String, Spoiling)] {
    [
      ("malformed-response", { $0.members["id"] = nil }),
      (
        "malformed-base64url",
        {
          $0.members["id"] = 7; $0.members["rawId"] = nil
        }
      ),
      (
        "malformed-base64url",
        {
          $0.members["id"] = "a+/="; $0.members["rawId"] = nil
        }
      ), ("credential-id-mismatch", { $0.members["rawId"] = "AAAA" }),
      ("malformed-response", { $0.members["type"] = nil }), ("malformed-response", { $0.members["type"] = 7 }),
      ("malformed-response", { $0.members["type"] = "password" }),
      ("malformed-response", { $0.members["response"] = nil }),
      ("malformed-response", { $0.members["response"] = "text" }),
      ("malformed-response", { $0[response: "clientDataJSON"] = nil }),
      ("malformed-response", { $0[response: "clientDataJSON"] = 7 }),
      ("malformed-client-data", { $0[response: "clientDataJSON"] = "" }),
      ("malformed-response", { $0.members["getClientExtensionResults"] = "text" }),
    ]
  }

  @Test("a registration with a missing member, or one of the wrong kind, is rejected") func registration()
    async throws
  {
    let own: [(String, Spoiling)] = [
      ("malformed-cbor", { $0[response: "attestationObject"] = nil }),
      ("malformed-cbor", { $0[response: "attestationObject"] = 7 }),
      ("malformed-cbor", { $0[response: "attestationObject"] = "" }),
    ]
    try await withConformance { _, tool in
      for (code, spoiling) in envelope + own {
        try await tool.register(tool.authenticator(), edit: spoiling).expectFailed(code)
      }
      #expect(try await tool.register(tool.authenticator()).isOK)
    }
  }

  @Test("an authentication with a missing member, or one of the wrong kind, is rejected") func authentication()
    async throws
  {
    let own: [(String, Spoiling)] = [
      ("malformed-response", { $0[response: "authenticatorData"] = nil }),
      ("malformed-response", { $0[response: "authenticatorData"] = 7 }),
      ("malformed-base64url", { $0[response: "authenticatorData"] = "a+/=" }),
      ("malformed-authenticator-data", { $0[response: "authenticatorData"] = "" }),
      ("malformed-response", { $0[response: "signature"] = nil }),
      ("malformed-response", { $0[response: "signature"] = 7 }),
      ("bad-signature", { $0[response: "signature"] = "" }), ("bad-signature", { $0[response: "signature"] = "AAAA" }),
      ("malformed-base64url", { $0[response: "userHandle"] = 7 }),
      ("user-handle-mismatch", { $0[response: "userHandle"] = "AAAA" }),
      (
        "not registered",
        {
          $0.members["id"] = "AAAA"; $0.members["rawId"] = "AAAA"
        }
      ),
    ]
    try await withConformance { _, tool in
      var authenticator = tool.authenticator()
      #expect(try await tool.register(authenticator).isOK)
      authenticator.signCount = 2
      for (code, spoiling) in envelope + own {
        try await tool.authenticate(authenticator, edit: spoiling).expectFailed(code)
      }
      #expect(try await tool.authenticate(authenticator) { $0[response: "userHandle"] = "" }.isOK)
    }
  }

  @Test("both ceremonies reject mismatched client data and invalid token binding")
  func clientData() async throws {
    let spoiled: [(String, @Sendable (inout TestAuthenticator) -> Void)] = [
      ("type-mismatch", { $0.type = "webauthn.other" }), ("challenge-mismatch", { $0.challenge = [UInt8](0..<32) }),
      ("origin-mismatch", { $0.origin = "https://evil.example" }),
      ("tokenBinding", { $0.extraClientData = #","tokenBinding":"present""# }),
      ("tokenBinding", { $0.extraClientData = #","tokenBinding":{}"# }),
      ("tokenBinding", { $0.extraClientData = #","tokenBinding":{"status":"x"}"# }),
      ("rpid-hash-mismatch", { $0.rpID = "evil.example" }),
    ]
    try await withConformance { _, tool in
      #expect(try await tool.register(tool.authenticator()).isOK)
      for (code, spoiling) in spoiled {
        var fresh = tool.authenticator(id: 9), known = tool.authenticator()
        spoiling(&fresh)
        spoiling(&known)
        try await tool.register(fresh).expectFailed(code)
        try await tool.authenticate(known).expectFailed(code)
      }
    }
  }

  @Test("a malformed request is rejected, and a user without a credential cannot authenticate") func requests()
    async throws
  {
    try await withConformance { _, tool in
      for body in [
        "", "[]", "{", #"{"username":"ada"}"#, #"{"displayName":"Ada"}"#, #"{"username":"","displayName":"Ada"}"#,
        #"{"username":7,"displayName":"Ada"}"#,
      ] { try await tool.visitor.post("/attestation/options", body).expectFailed(" is ") }
      for more in [
        #","attestation":"all""#, #","attestation":7"#, #","authenticatorSelection":7"#,
        #","authenticatorSelection":{"userVerification":"x"}"#,
        #","authenticatorSelection":{"requireResidentKey":"yes"}"#, #","extensions":[]"#,
      ] { try await tool.creationOptions("ada", more).expectFailed("is n") }
      try await tool.requestOptions("nobody").expectFailed("no such user")
      _ = try await tool.creationOptions("ada")
      try await tool.requestOptions("ada").expectFailed("no credential")
      let form = try await tool.visitor.post(
        "/attestation/options", #"{"username":"ada","displayName":"Ada"}"#, type: "text/plain")
      #expect(form.status == 415 && form.json["status"] as? String == "failed")
    }
  }

  @Test("a challenge is valid once, with its cookie, in its ceremony and for five minutes") func challenges()
    async throws
  {
    try await withConformance { site, tool in
      var body = ""
      #expect(
        try await tool.register(tool.authenticator()) {
          body = String(decoding: try JSONSerialization.data(withJSONObject: $0.members), as: UTF8.self)
        }.isOK)
      try await tool.visitor.post("/attestation/result", body).expectFailed("No challenge waits")
      _ = try await tool.requestOptions()
      try await tool.visitor.post("/attestation/result", body).expectFailed("No challenge waits")
      try await tool.register(tool.authenticator(id: 9)) { _ in tool.visitor.cookie = nil }.expectFailed(
        "No challenge waits")
      try await tool.register(tool.authenticator(id: 9)) { _ in site.clock.advance(301) }.expectFailed(
        "No challenge waits")
      #expect(try await tool.register(tool.authenticator(id: 9)) { _ in site.clock.advance(290) }.isOK)
    }
  }

  @Test("duplicate ids, counters that do not grow and missing required verification are rejected") func values()
    async throws
  {
    try await withConformance { _, tool in
      var authenticator = tool.authenticator()
      let required = #","authenticatorSelection":{"userVerification":"required"}"#
      authenticator.flags = 0x01
      try await tool.register(authenticator, "ada", required).expectFailed("user-not-verified")
      authenticator.flags = 0x05
      #expect(try await tool.register(authenticator, "ada", required).isOK)
      try await tool.register(authenticator, "bob").expectFailed("registered already")
      try await tool.authenticate(authenticator).expectFailed("counter-regression")
      authenticator.signCount = 2
      #expect(try await tool.authenticate(authenticator).isOK)
      try await tool.authenticate(authenticator).expectFailed("counter-regression")
    }
  }

  @Test("memory is bounded by dropping the oldest challenges, and users with their credentials") func bounded()
    async throws
  {
    try await withConformance(capacity: 3) { site, tool in
      #expect(try await tool.register(tool.authenticator()).isOK)
      #expect(try await tool.register(tool.authenticator(id: 9), "bob").isOK)
      for name in ["cid", "dee", "eve"] { _ = try await tool.creationOptions(name) }
      for name in ["ada", "bob"] { try await tool.requestOptions(name).expectFailed("no such user") }
      #expect(try await tool.register(tool.authenticator(), "fay").isOK, "its credential id is free again")
      let waiting = ConformanceTool(site), options = try await waiting.creationOptions("fay")
      #expect(options.isOK)
      for _ in 1...3 { _ = try await tool.creationOptions("fay") }
      try await waiting.visitor.post("/attestation/result", "{}").expectFailed("No challenge waits")
    }
  }
}
