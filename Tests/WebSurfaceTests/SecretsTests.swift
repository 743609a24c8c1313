import Demo
import Foundation
import TestSite
import Testing

@Suite struct SecretsTests {
  @Test("every endpoint rejects a body with prf.results with 400, says to delete it, and drops it") func prfResults()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      let secret = "{\"prf\":{\"results\":{\"first\":\"c2VjcmV0c2VjcmV0\"}}}"
      func carrying(_ answer: String) -> String {
        answer.replacing("\"clientExtensionResults\":{}", with: "\"clientExtensionResults\":\(secret)")
      }
      let creation = try await visitor.post("/api/registration/options", "{\"username\":\"robin\"}").text
      let run = try await visitor.start("passkey-only"), revision = try await visitor.open(run).revision
      let start = try #require(try await visitor.press("signIn", on: run, at: revision).start)
      let options = try await visitor.post("/api/authentication/options").text
      let made = try key.get(options, origin: site.origin) ?? ""
      let before = try await visitor.get(run).text
      let changes = try await site.changes { () async throws in
        let answers = [
          try await visitor.post(
            "/api/registration/verify",
            carrying(try madeUpAnswer(to: creation, origin: site.origin, attestationObject: "oA"))),
          try await visitor.post("/api/authentication/verify", carrying(made)),
          try await visitor.report(
            [
              "ticket": start.ticket, "reply": "key.given",
              "credential": carrying(try key.get(start.options, origin: site.origin) ?? ""),
            ], on: run),
          try await visitor.report(
            ["ticket": start.ticket, "reply": "way.made", "made": "{\"clientExtensionResults\":\(secret)}"], on: run),
          try await visitor.report(["ticket": start.ticket, "reply": "way.made", "made": carrying(made)], on: run),
        ]
        for answer in answers {
          #expect(
            answer.status == 400 && answer.error?.contains("Delete it from the response before you send it.") == true,
            "\(answer.text)")
          #expect(!answer.text.contains("c2VjcmV0"))
        }
      }
      #expect(changes.allSatisfy { $0 == "challenge spent" }, "\(changes)")
      #expect(try await visitor.get(run).text == before)
      #expect(site.log.lines.allSatisfy { !$0.contains("c2VjcmV0") })
    }
  }

  @Test("request log lines contain no person, cookie, run or challenge") func log() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register("mirela-dupont", with: key)
      let run = try await visitor.start("autofill-hybrid"), opened = try await visitor.open(run)
      _ = try await visitor.press(
        "signIn", ["username": "mirela-dupont", "password": "seven bottles"], on: run, at: opened.revision)
      _ = try await visitor.press("nonsense", on: run, at: 1)
      let challenge = try #require(try await visitor.post("/api/authentication/options").json["challenge"] as? String)
      _ = try await visitor.post("/api/authentication/verify", "{nonsense-of-somebody")
      let cookie = try #require(visitor.cookie?.split(separator: "=").last)
      let all = site.log.lines.joined(separator: "\n")
      #expect(
        all.contains("path: /flow/{run}") || all.contains("\"path\": /flow/") || all.contains("/flow/:run"),
        "\(all.suffix(600))")
      for text in [
        "mirela", "bottles", String(cookie), String(run.dropFirst("/flow/".count)), challenge, "nonsense", "127.0.0.1:",
      ] {
        #expect(site.log.lines.filter { $0.contains("request") && $0.contains(text) }.isEmpty, "\(text)")
      }
    }
  }
}
