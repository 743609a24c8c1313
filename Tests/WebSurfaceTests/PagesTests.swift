import TestSite
import Testing

@Suite struct PagesTests {
  @Test("B-01 B-02 B-37: the lab explains its purpose and lists the six ways") func lab() async throws {
    try await withSite { (site) async throws in
      let page = try await Visitor(site).get("/lab", accept: "text/html").text.replacing("<wbr>", with: "")
      #expect(page.contains("Six ways to sign in with a passkey. Pick one and try it."))
      #expect(
        page.contains(
          "<span>Immediate mode: a passkey on this device is offered at once; if there is none, nothing opens.</span>"))
      let names = page.matches(of: /<b>([^<]*)<\/b>/).map { String($0.1) }
      #expect(
        names == [
          "Registration", "Passkey-only login", "Passkey login with password option", "AutoFill Passkey-only",
          "preferImmediatelyAvailableCredentials mode", "AutoFill Hybrid (complete experience)",
        ])
    }
  }

  @Test("a missing page is answered with a sentence and a way to continue, or with a JSON error")
  func nothing() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      for path in ["/nothing", "/Templates/page.mustache", "/api/nothing", "/account/nothing"] {
        let page = try await visitor.get(path, accept: "text/html")
        #expect(
          page.status == 404 && page.text.contains("<h1 class=\"say\">There is no such page.</h1>")
            && page.text.contains("href=\"/\">Home</a>"),
          "\(path)")
        let answer = try await visitor.get(path)
        #expect(answer.status == 404 && answer.error == "There is no such page.", "\(path)")
      }
      #expect(try await visitor.submit("/start/nothing").status == 404)
      for path in ["/..%2f..%2fetc/passwd", "/../Templates/page.mustache", "/%2e%2e/Templates/page.mustache"] {
        #expect(
          [400, 404].contains(try await visitor.get(path).status),
          "\(path): nothing outside the public folder is served")
      }
    }
  }

  @Test("typed text is never interpreted as markup") func escaped() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let run = try await visitor.start("registration"), revision = try await visitor.open(run).revision
      let name = "\"><script>alert(1)</script>"
      _ = try await visitor.press("register", ["username": name], on: run, at: revision)
      let page = try await visitor.get(run, accept: "text/html").text
      #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;"))
    }
  }
}
