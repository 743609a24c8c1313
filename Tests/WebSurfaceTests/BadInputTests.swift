import Demo
import Encoding
import Foundation
import HandsProtocol
import TestSite
import Testing

@Suite struct BadInputTests {
  static let endpoints = [
    "/api/registration/options", "/api/registration/verify", "/api/authentication/options",
    "/api/authentication/verify",
  ]
  static let notJSON = [
    "", "{", "[]", "null", "\"x\"", "{\"username\":}", "{\"username\":7,\"prf\":7}", "\u{0}",
    String(repeating: "[", count: 5000),
  ]

  @Test(
    "what is no JSON, or not what is asked for, is 400 with a sentence, and nothing is written", arguments: endpoints)
  func malformed(path: String) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      _ = try await visitor.post("/api/authentication/options")
      let changes = try await site.changes { () async throws in
        // An empty body requests an authentication with defaults.
        for body in Self.notJSON where !(body.isEmpty && path == "/api/authentication/options") {
          let answer = try await visitor.post(path, body)
          #expect(answer.status == 400 && answer.error?.isEmpty == false, "\(body.prefix(20)): \(answer.text)")
          #expect(answer.header("content-type")?.hasPrefix("application/json") == true)
        }
      }
      #expect(changes.isEmpty)
    }
  }

  @Test("malformed news gets 400 and leaves the run unchanged") func news() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let run = try await visitor.start("passkey-only"), revision = try await visitor.open(run).revision
      let ticket = try #require(try await visitor.press("signIn", on: run, at: revision).start?.ticket)
      let version = "\"version\":\(ProtocolVersion.current)"
      let bad = [
        "{\(version),\"ticket\":\(ticket),\"reply\":\"key.verified\"}",
        "{\(version),\"ticket\":\(ticket),\"reply\":\"key.given\"}",
        "{\(version),\"ticket\":\(ticket),\"reply\":\"key.fault\",\"fault\":\"nonsense\"}",
        "{\(version),\"reply\":\"key.given\"}",
        "{\(version),\"ticket\":\(ticket),\"reply\":\"elapsed\",\"timer\":\"x\"}",
        "{\(version),\"ticket\":\"\(ticket)\",\"reply\":\"key.fault\"}",
      ]
      let other = ["", "\"version\":1,", "\"version\":0,"].map {
        "{\($0)\"ticket\":\(ticket),\"reply\":\"key.fault\",\"fault\":\"dismissed\"}"
      }
      let changes = try await site.changes { () async throws in
        for body in other {
          let answer = try await visitor.post(run + "/news", body)
          #expect(
            answer.status == 400 && answer.error?.contains("another version of Latchstring. Load it again.") == true,
            "\(body): \(answer.text)")
        }
        for body in Self.notJSON + bad {
          let answer = try await visitor.post(run + "/news", body)
          #expect(answer.status == 400 && answer.error?.isEmpty == false, "\(body.prefix(60)): \(answer.text)")
        }
      }
      #expect(changes.isEmpty)
    }
  }

  @Test(
    "a body that is too long is 413, and nothing is written",
    arguments: endpoints + ["/start/registration", "/flow/AAAA", "/flow/AAAA/news"])
  func oversize(path: String) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      _ = try await visitor.post("/api/authentication/options")
      let changes = try await site.changes { () async throws in
        let answer = try await visitor.post(path, "{\"username\":\"" + String(repeating: "a", count: 80_000) + "\"}")
        #expect(answer.status == 413 && answer.error == "That was too much to read. Nothing has changed.")
      }
      #expect(changes.isEmpty)
    }
  }

  @Test("invalid base64url or CBOR in a response gets 400, names the step and creates no account") func answers()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      for (object, code) in [
        ("a+/=", "malformed-base64url"), ("_w", "malformed-cbor"), ("oA", "malformed"),
        (String(repeating: "gYGB", count: 3000), "malformed"),
      ] {
        let options = try await visitor.post("/api/registration/options", "{\"username\":\"mirela\"}").text
        let changes = try await site.changes { () async throws in
          let answer = try await visitor.post(
            "/api/registration/verify",
            try madeUpAnswer(to: options, origin: site.origin, type: "webauthn.create", attestationObject: object))
          #expect(answer.status == 400 && answer.error?.isEmpty == false, "\(answer.text)")
          #expect((answer.json["code"] as? String)?.hasPrefix(code) == true, "\(answer.text)")
        }
        #expect(Set(changes).isSubset(of: ["challenge spent"]))
      }
      for change in [
        ("\"signature\":\"", "\"signature\":\"+"), ("\"authenticatorData\":\"", "\"authenticatorData\":\"A"),
        ("\"public-key\"", "\"password\""),
      ] {
        try await visitor.register("m\(change.1.count)", with: key)
        let options = try await visitor.post("/api/authentication/options").text
        let body = try #require(try key.get(options, origin: site.origin)).replacing(change.0, with: change.1)
        let answer = try await visitor.post("/api/authentication/verify", body)
        #expect(answer.status == 400 && answer.error?.isEmpty == false, "\(change.1): \(answer.text)")
      }
    }
  }

  @Test(
    "a user name that is no name is refused before a challenge is made for it",
    arguments: ["", " ", "a b", "a/b", "<b>", "a\u{202E}b", String(repeating: "a", count: 65)])
  func names(name: String) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), body = String(decoding: try JSONEncoder().encode(["username": name]), as: UTF8.self)
      let changes = try await site.changes { () async throws in
        #expect(try await visitor.post("/api/registration/options", body).status == 400)
      }
      #expect(!changes.contains("challenge"))
    }
  }
}
