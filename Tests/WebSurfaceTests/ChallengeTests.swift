import Demo
import Encoding
import Foundation
import Model
import TestSite
import Testing

@Suite struct ChallengeTests {
  @Test(
    "E-14 E-15: after five minutes a verify endpoint answers that the challenge expired")
  func expired() async throws {
    #expect(Challenge.lifetime == 300)
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      site.clock.stop()  // a slow machine must not make 295 seconds more than 300
      for seconds in [295.0, 301] {
        let options = try await visitor.post("/api/authentication/options").text
        let good = try #require(try key.get(options, origin: site.origin))
        let creation = try await visitor.post("/api/registration/options", "{\"username\":\"robin\"}").text
        let bad = try [
          (
            "/api/registration/verify",
            madeUpAnswer(to: creation, origin: site.origin, type: "webauthn.create", attestationObject: "_w")
          ),
          ("/api/authentication/verify", madeUpAnswer(to: options, origin: "https://evil.example")),
        ]
        site.clock.advance(seconds)
        if seconds > 300 {
          for (path, body) in bad {
            let answer = try await visitor.post(path, body)
            #expect(
              answer.status == 400 && answer.text == "{\"error\":\"Challenge expired\"}", "\(path): \(answer.text)")
          }
          let answer = try await visitor.post("/api/authentication/verify", good)
          #expect(answer.status == 400 && answer.text == "{\"error\":\"Challenge expired\"}")
        } else {
          #expect(try await visitor.post("/api/authentication/verify", good).status == 200)
        }
      }
    }
  }

  @Test("E-18: each challenge is 32 new bytes, valid once for its own browser and ceremony") func once()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), other = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      var seen: Set<String> = []
      for _ in 0..<20 {
        let challenge = try #require(try await visitor.post("/api/authentication/options").json["challenge"] as? String)
        #expect(Base64URL.decode(challenge)?.count == 32)
        seen.insert(challenge)
      }
      #expect(seen.count == 20)
      let options = try await visitor.post("/api/authentication/options").text
      let answer = try #require(try key.get(options, origin: site.origin))
      #expect(try await visitor.post("/api/authentication/verify", answer).status == 200)
      let replay = try await visitor.post("/api/authentication/verify", answer)
      #expect(replay.status == 400 && replay.error == "Challenge expired")
      _ = try await other.post("/api/authentication/options")
      let stolen = try #require(
        try key.get(try await visitor.post("/api/authentication/options").text, origin: site.origin))
      #expect(try await other.post("/api/authentication/verify", stolen).status == 400)
      #expect(try await !other.isSignedIn())
    }
  }

  @Test("E-18: a run's challenge is not valid at the endpoints, nor the other way around") func purpose()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await Visitor(site).register(with: key)
      let run = try await visitor.start("passkey-only"), revision = try await visitor.open(run).revision
      let start = try #require(try await visitor.press("signIn", on: run, at: revision).start)
      let forRun = try #require(try key.get(start.options, origin: site.origin))
      #expect(try await visitor.post("/api/authentication/verify", forRun).status == 400)
      let forEndpoint = try #require(
        try key.get(try await visitor.post("/api/authentication/options").text, origin: site.origin))
      let news = try await visitor.report(
        ["ticket": start.ticket, "reply": "key.given", "credential": forEndpoint], on: run)
      #expect(news.status == 200 && news.json["next"] == nil)
      #expect(try await !visitor.isSignedIn())
    }
  }
}
