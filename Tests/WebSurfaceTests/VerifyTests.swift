import Demo
import Encoding
import Foundation
import TestSite
import Testing

/// "Check a response": pasted text is judged and explained, but not stored, and not repeated if it must not be.
@Suite struct VerifyTests {
  private func made(_ visitor: Visitor, _ site: TestSite, origin: String? = nil) async throws -> (
    response: String, challenge: String
  ) {
    let options = try await visitor.post("/lab/verify/options", "{}")
    #expect(options.status == 200)
    let challenge = try #require(options.json["challenge"] as? String)
    return (try DemoAuthenticator().create(options.text, origin: origin ?? site.origin), challenge)
  }

  @Test("a registration with the server's options passes, and yields the values to check a sign-in")
  func passes() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let (response, challenge) = try await made(visitor, site)
      let fields = [
        "response": response, "challenge": challenge, "origins": site.origin, "rpId": "latchstring.localhost",
        "userVerification": "on",
      ]
      let page = try await visitor.submit("/lab/verify", fields, accept: "text/html")
      #expect(page.status == 200 && page.text.contains("The registration passes"), "\(page.text.suffix(3000))")
      #expect(page.text.contains("id=\"credentialPublicKey\" name=\"credentialPublicKey\" value=\"p"))
      #expect(!page.text.contains("not reached"))
    }
  }

  @Test("a rejection gives the event, a remedy, the step, and the expected and received values") func refused()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let (response, challenge) = try await made(visitor, site)
      let page = try await visitor.submit(
        "/lab/verify",
        [
          "response": response, "challenge": challenge, "origins": "https://other.example",
          "rpId": "latchstring.localhost",
        ],
        accept: "text/html"
      ).text
      for text in [
        "The registration fails at step 9 of 29", "The origin of the page is not one that this relying party accepts",
        "Add the page&#39;s origin",
        "https://other.example", site.origin, "origin-mismatch", "not reached",
      ] { #expect(page.contains(text), "\(text)") }
      // At the top and at the failed step; the received origin also appears once among the values that were read. No
      // other step shows what belongs to that step.
      #expect(page.components(separatedBy: "<dd>https://other.example</dd>").count - 1 == 2)
      #expect(page.components(separatedBy: "<dd>\(site.origin)</dd>").count - 1 == 3)
    }
  }

  @Test("values left empty are taken from the response and reported as not judged") func taken() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let page = try await visitor.submit(
        "/lab/verify", ["response": try await made(visitor, site).response], accept: "text/html"
      ).text
      #expect(page.contains("You gave no challenge, no origin and no RP ID, so the response&#39;s own was taken."))
      #expect(
        page.contains("Every step that was judged passes.")
          && page.contains("No challenge was given, so the response&#39;s own was taken."))
    }
  }

  @Test("a complete captured row is judged by its own expectations") func row() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let (response, _) = try await made(visitor, site)
      let row = """
        {"kind":"registration","rpId":"latchstring.localhost","origins":["\(site.origin)"],"challenge":"AAAA",\
        "response":\(response)}
        """
      let page = try await visitor.submit("/lab/verify", ["response": row], accept: "text/html").text
      #expect(page.contains("The registration fails at step 8 of 29") && page.contains("challenge-mismatch"))
    }
  }

  @Test("an invalid response gets a sentence, and the form keeps its text; overlong text gets 413") func unreadable()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      for (text, sentence) in [
        ("", "Paste a response first"), ("{\"id\":", "This is not JSON (the text ends too early) at character"),
        ("[1,2]", "it is no response of a passkey"),
        ("{\"response\":{\"signature\":\"AA\"}}", "A sign-in is judged with the stored public key"),
      ] {
        let page = try await visitor.submit(
          "/lab/verify", ["response": text, "rpId": "kept.example"], accept: "text/html")
        #expect(page.status == 422 && page.text.contains(sentence) && page.text.contains("kept.example"), "\(text)")
      }
      let large = try await visitor.submit(
        "/lab/verify", ["response": String(repeating: "x", count: 70_000)], accept: "text/html")
      #expect(large.status == 413 && large.text.contains("That is more than 64 KiB"))
      for row in [
        "{\"kind\":1}", "{\"kind\":\"registration\",\"response\":{\"response\":7}}", "{\"kind\":\"x\",\"response\":[]}",
      ] {
        let page = try await visitor.submit("/lab/verify", ["response": row], accept: "text/html")
        #expect(page.status == 200 && page.text.contains("Nothing was judged"), "\(row)")
      }
    }
  }

  @Test("markup in pasted or typed text is shown as text") func escaped() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let (response, challenge) = try await made(visitor, site, origin: "https://<script>alert(1)</script>")
      let fields = [
        "response": response, "challenge": challenge, "origins": "\"><script>alert(2)</script>",
        "rpId": "latchstring.localhost",
      ]
      let page = try await visitor.submit("/lab/verify", fields, accept: "text/html").text
      #expect(!page.contains("<script>alert") && page.contains("https://&lt;script&gt;alert(1)"))
    }
  }

  @Test("PRF results are mentioned but never repeated, wherever they are, even in invalid JSON") func secrets()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let secret = "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"
      let (response, challenge) = try await made(visitor, site)
      let carrying = response.replacing(
        "\"clientExtensionResults\":{",
        with: "\"clientExtensionResults\":{\"prf\":{\"results\":{\"first\":\"\(secret)\"}},"
      ).replacing(",}", with: "}")
      #expect(carrying.contains(secret))
      let changes = try await site.changes { () async throws in
        let page = try await visitor.submit(
          "/lab/verify", ["response": carrying, "challenge": challenge], accept: "text/html")
        #expect(
          page.status == 200 && page.text.contains("The response carries PRF results") && !page.text.contains(secret),
          "\(page.text.prefix(3000))")
        for broken in [carrying + "}", "{\"kind\":\"registration\",\"response\":\(carrying)}", "[\(carrying)]"] {
          let page = try await visitor.submit("/lab/verify", ["response": broken], accept: "text/html")
          #expect(!page.text.contains(secret) && !page.text.contains(String(secret.prefix(8))))
        }
      }
      #expect(changes.isEmpty, "\(changes)")
      #expect(site.log.lines.allSatisfy { !$0.contains(secret) })
    }
  }

  @Test("checking and creating options store nothing, set no cookie, and reject other sites' pages") func keepsNothing()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let changes = try await site.changes { () async throws in
        let (response, challenge) = try await made(visitor, site)
        _ = try await visitor.submit(
          "/lab/verify", ["response": response, "challenge": challenge], accept: "text/html")
        let options = try await visitor.post("/lab/verify/options", "{\"credentialId\":\"AQID\"}")
        #expect((options.json["allowCredentials"] as? [[String: Any]])?.first?["id"] as? String == "AQID")
        #expect(try await visitor.post("/lab/verify/options", "{\"credentialId\":\"=\"}").status == 400)
        #expect(try await visitor.post("/lab/verify/options", "no").status == 400)
      }
      #expect(changes.isEmpty && visitor.cookie == nil, "\(changes)")
      var stranger = Visitor(site)
      stranger.origin = "https://evil.example"
      #expect(try await stranger.submit("/lab/verify", ["response": "{}"]).status == 403)
      #expect(try await stranger.post("/lab/verify/options", "{}").status == 403)
    }
  }

  @Test("the lab links to the page") func lab() async throws {
    try await withSite { (site) async throws in
      #expect(
        try await Visitor(site).get("/lab", accept: "text/html").text.contains("href=\"/lab/verify\">Check a response<")
      )
      #expect(try await Visitor(site).get("/lab/verify", accept: "text/html").status == 200)
    }
  }
}
