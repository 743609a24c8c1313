import TestSite
import Testing

@Suite struct HostTests {
  @Test("a foreign host name gets nothing; plain localhost is redirected to the site's own name")
  func hosts() async throws {
    try await withSite { (site) async throws in
      var visitor = Visitor(site)
      for host in [
        "evil.example", "evil.example:\(site.port)", "latchstring.localhost", "latchstring.localhost:1",
        "192.0.2.1:\(site.port)",
      ] {
        visitor.host = host
        for path in ["/", "/healthz", "/tokens.css", "/.well-known/webauthn"] {
          let answer = try await visitor.get(path)
          #expect(answer.status == 421, "\(host)\(path)")
          #expect(!answer.text.contains("evil"))
        }
      }
      for host in ["localhost:\(site.port)", "127.0.0.1:\(site.port)"] {
        visitor.host = host
        let answer = try await visitor.get("/lab", accept: "text/html")
        #expect([301, 302, 303, 307, 308].contains(answer.status) && answer.header("location") == site.origin + "/lab")
        #expect(answer.header("set-cookie") == nil)
        visitor.origin = "http://\(host)"
        #expect(try await visitor.post("/start/registration").status == 421)
      }
    }
  }
}
