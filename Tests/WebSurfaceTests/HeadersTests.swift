import TestSite
import Testing

@Suite struct HeadersTests {
  @Test(
    "every answer keeps other sites' bytes and frames out, and what is personal out of caches",
    arguments: ["/", "/lab", "/nothing", "/healthz", "/hands.js", "/api/registration/options"])
  func headers(path: String) async throws {
    try await withSite { (site) async throws in
      let answer = try await Visitor(site).get(path, accept: "text/html")
      let policy = try #require(answer.header("content-security-policy"))
      #expect(
        policy.contains("default-src 'none'") && policy.contains("script-src 'self'")
          && policy.contains("frame-ancestors 'none'"))
      #expect(policy.contains("base-uri 'none'") && policy.contains("form-action 'self'"))
      #expect(
        !policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http") && !policy.contains("data:"))
      #expect(answer.header("x-content-type-options") == "nosniff" && answer.header("referrer-policy") == "same-origin")
      #expect(answer.header("cross-origin-opener-policy") == "same-origin")
      #expect(answer.header("server") == nil)
      let cache = try #require(answer.header("cache-control"))
      #expect(path.hasSuffix(".js") ? cache.contains("no-cache") : cache.contains("no-store"))
      for inline in ["<script>", "<style", " style=\"", " onclick", "javascript:", "https://", "//cdn"]
      where path != "/hands.js" {
        #expect(!answer.text.contains(inline), "\(inline)")
      }
    }
  }

  @Test("E-36: the well-known files match the configuration") func wellKnown() async throws {
    try await withSite(change: { settings in
      settings.wellKnown.appleApps = ["ABCDE12345.example.app"]
      settings.wellKnown.androidApps = ["example.app=AA:BB:CC"]
      settings.wellKnown.relatedOrigins = ["https://other.example"]
    }) { (site) async throws in
      let visitor = Visitor(site)
      func file(_ name: String) async throws -> HTTPAnswer {
        let answer = try await visitor.get("/.well-known/\(name)")
        #expect(answer.status == 200 && answer.header("content-type")?.hasPrefix("application/json") == true, "\(name)")
        return answer
      }
      #expect(
        try await file("apple-app-site-association").text
          == "{\"webcredentials\":{\"apps\":[\"ABCDE12345.example.app\"]}}")
      #expect(try await file("webauthn").text == "{\"origins\":[\"\(site.origin)\",\"https://other.example\"]}")
      let endpoints = try await file("passkey-endpoints").json as? [String: String]
      #expect(endpoints == ["enroll": site.origin + "/settings/keys", "manage": site.origin + "/settings/keys"])
      let links = try await file("assetlinks.json").text
      #expect(
        links.contains("\"package_name\":\"example.app\"")
          && links.contains("\"sha256_cert_fingerprints\":[\"AA:BB:CC\"]"))
      #expect(links.contains("delegate_permission/common.get_login_creds"))
    }
    try await withSite { (site) async throws in
      #expect(
        try await Visitor(site).get("/.well-known/apple-app-site-association").text
          == "{\"webcredentials\":{\"apps\":[]}}")
    }
  }
}
