import CeremonyService
import Demo
import Encoding
import TestSite
import Testing

@Suite struct OptionsTests {
  @Test(
    "B-05: browsers take the registration options: a discoverable, verified passkey with PRF")
  func registration() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let answer = try await visitor.post("/api/registration/options", "{\"username\":\"mirela\",\"prf\":true}")
      #expect(answer.status == 200 && answer.header("content-type")?.hasPrefix("application/json") == true)
      let options = answer.json
      #expect((options["challenge"] as? String).flatMap { Base64URL.decode($0) }?.count == 32)
      let rp = options["rp"] as? [String: String]
      #expect(rp == ["id": "latchstring.localhost", "name": "Latchstring"])
      let user = try #require(options["user"] as? [String: String])
      #expect(user["name"] == "mirela" && user["displayName"] == "mirela")
      #expect(user["id"].flatMap { Base64URL.decode($0) }?.count == 16)
      let algorithms = (options["pubKeyCredParams"] as? [[String: Any]])?.compactMap { $0["alg"] as? Int } ?? []
      #expect(Set(algorithms).isSuperset(of: [-7, -8, -257]))
      let selection = try #require(options["authenticatorSelection"] as? [String: Any])
      #expect(selection["residentKey"] as? String == "required" && selection["requireResidentKey"] as? Bool == true)
      #expect(selection["userVerification"] as? String == "required")
      let extensions = try #require(options["extensions"] as? [String: Any])
      #expect(extensions["prf"] != nil && extensions["credProps"] as? Bool == true)
      #expect(
        try await visitor.post("/api/registration/options", "{\"username\":\"mirela\"}").json["user"]
          as? [String: String] != user)
    }
  }

  @Test("B-08: authentication options name no credential, so that any of the site's can answer") func authentication()
    async throws
  {
    try await withSite { (site) async throws in
      let options = try await Visitor(site).post("/api/authentication/options").json
      #expect((options["challenge"] as? String).flatMap { Base64URL.decode($0) }?.count == 32)
      #expect(
        options["rpId"] as? String == "latchstring.localhost" && options["userVerification"] as? String == "required")
      #expect((options["allowCredentials"] as? [Any] ?? []).isEmpty)
    }
  }

  @Test(
    "PRF is asked for where the caller wants it and nowhere else",
    arguments: ["/api/registration/options", "/api/authentication/options"]) func prf(path: String) async throws
  {
    try await withSite { (site) async throws in
      func answer(_ more: String) async throws -> HTTPAnswer {
        try await Visitor(site).post(path, "{\"username\":\"mirela\"\(more)}")
      }
      func asksForPRF(_ answer: HTTPAnswer) -> Bool { (answer.json["extensions"] as? [String: Any])?["prf"] != nil }
      for more in ["", ",\"prf\":false", ",\"prf\":null"] { #expect(try await !asksForPRF(answer(more)), "\(more)") }
      #expect(try await asksForPRF(answer(",\"prf\":true")))
      for wrong in [",\"prf\":1", ",\"prf\":\"yes\"", ",\"prf\":{}"] {
        #expect(try await answer(wrong).status == 400, "\(wrong)")
      }
    }
  }

  @Test("both ceremonies work at the endpoints; a tampered one is rejected and signs nobody in") func ceremonies()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      let made = try await visitor.register(with: key)
      #expect(
        made.status == 200 && made.json["verified"] as? Bool == true && made.json["username"] as? String == "mirela")
      #expect(try await visitor.isSignedIn())
      let spoiled: [(DemoAuthenticator.Spoiling, String)] = [
        (.signature, "bad-signature"), (.origin("https://evil.example"), "origin-mismatch"),
        (.userVerification, "user-not-verified"),
      ]
      for (spoiling, code) in spoiled {
        let other = Visitor(site), answer = try await other.signIn(with: key, spoiling: spoiling)
        #expect(
          answer.status == 400 && answer.json["code"] as? String == code && answer.json["verified"] as? Bool == false,
          "\(answer.text)")
        #expect(try await !other.isSignedIn())
      }
      let other = Visitor(site)
      #expect(try await other.signIn(with: key).status == 200)
      #expect(try await other.isSignedIn())
      let taken = try await Visitor(site).post("/api/registration/options", "{\"username\":\"MIRELA\"}")
      #expect(taken.status == 409 && taken.error == "That user name is taken.")
    }
  }

  @Test("another account's passkey confirms nothing") func anotherAccount() async throws {
    try await withSite { (site) async throws in
      let mirela = Visitor(site), robin = Visitor(site), hers = DemoAuthenticator(), his = DemoAuthenticator()
      try await mirela.register("mirela", with: hers)
      try await robin.register("robin", with: his)
      let run = try await mirela.start("password"), revision = try await mirela.open(run).revision
      let start = try #require(try await mirela.press("confirm", on: run, at: revision).start)
      #expect(start.options.contains("\"allowCredentials\":[{"))
      let anyone = start.options.replacing("allowCredentials", with: "ignored")
      let answer = try #require(try his.get(anyone, origin: site.origin))
      let news = try await mirela.report(["ticket": start.ticket, "reply": "key.given", "credential": answer], on: run)
      #expect(
        news.status == 200 && news.screenText.contains("No account here knows that passkey.")
          && !news.screenText.contains("new-password"))
      let again = try #require(try await mirela.press("confirm", on: run, at: news.revision).start)
      let own = try #require(try hers.get(again.options, origin: site.origin))
      let confirmed = try await mirela.report(
        ["ticket": again.ticket, "reply": "key.given", "credential": own], on: run)
      #expect(confirmed.screenText.contains("new-password"))
    }
  }
}
