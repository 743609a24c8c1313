import OpenID
import TestSite
import Testing

/// How a browser comes from a service and leaves again, also with a request that is a trap.
@Suite struct ServiceRequestTests {
  @Test("a page that sends a browser again and again leaves one question, and nothing else of the person's ends")
  func oneQuestion() async throws {
    try await withService { site, service, visitor, _ in
      let other = try await visitor.start("deletion")
      var runs: [String] = []
      for number in 0..<20 {
        let answer = try await visitor.get(service.path(["state": "\(number)"]), accept: "text/html")
        runs.append(try #require(answer.header("location")))
      }
      #expect(try await visitor.open(other).status == 200)
      #expect(try await visitor.open(try #require(runs.last)).status == 200)
      #expect(try await visitor.open(runs[18]).status == 410)
      _ = site
    }
  }

  @Test("a request that may be a trap is told to the person alone")
  func trap() async throws {
    try await withService { _, service, visitor, _ in
      let traps: [[String: String?]] = [
        ["client_id": "unknown"], ["redirect_uri": "https://notes.example/back/"], ["redirect_uri": nil],
        ["redirect_uri": "https://evil.example/"], ["state": String(repeating: "x", count: 3000)],
      ]
      for changes in traps {
        let answer = try await visitor.get(service.path(changes), accept: "text/html")
        #expect(answer.status == 400 && answer.header("location") == nil, "\(changes)")
        let refused = try await visitor.get(
          Endpoint.refusedPath + "?" + service.query(changes), accept: "text/html")
        #expect(refused.header("location")?.contains("evil") != true)
      }
    }
  }

  @Test("POST to the authorization endpoint is answered by its GET, and form_post by a page that posts to one origin")
  func posts() async throws {
    try await withService { _, service, visitor, _ in
      _ = try await service.code(for: visitor)
      var elsewhere = visitor
      elsewhere.origin = "https://notes.example"
      let answer = try await elsewhere.post(
        Endpoint.authorization.rawValue, service.query(), type: "application/x-www-form-urlencoded")
      #expect(answer.status == 303 && answer.header("location") == service.path())
      let page = try await visitor.get(service.path(["response_mode": "form_post"]), accept: "text/html")
      #expect(page.status == 200 && page.header("location") == nil)
      #expect(page.text.contains("action=\"https://notes.example/back\"") && page.text.contains("name=\"code\""))
      let policy = try #require(page.header("content-security-policy"))
      #expect(policy.contains("form-action https://notes.example;") && page.header("x-form-action") == nil)
      let other = try await visitor.get("/account", accept: "text/html")
      #expect(try #require(other.header("content-security-policy")).contains("form-action 'self';"))
    }
  }

  @Test("a browser that our own page led here leaves by a page, for our forms lead nowhere else")
  func leaving() async throws {
    try await withService { _, service, visitor, _ in
      _ = try await service.code(for: visitor)
      let page = try await visitor.get(
        service.path(), accept: "text/html", headers: ["Sec-Fetch-Site": "same-origin"])
      #expect(page.status == 200 && page.header("referrer-policy") == "same-origin")
      #expect(page.header("cache-control")?.contains("no-store") == true)
      #expect(page.header("content-security-policy")?.contains("frame-ancestors 'none'") == true)
      #expect(page.text.contains("<meta http-equiv=\"refresh\" content=\"0;url=https://notes.example/back?code="))
    }
  }
}
