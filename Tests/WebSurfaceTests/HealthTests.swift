import AsyncHTTPClient
import TestSite
import Testing

@Suite struct HealthTests {
  @Test("a load balancer is told that the server and its store are working") func health() async throws {
    try await withSite { (site) async throws in
      var request = HTTPClientRequest(url: "http://127.0.0.1:\(site.port)/healthz")
      request.headers.add(name: "Host", value: "latchstring.localhost:\(site.port)")
      let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
      #expect(response.status == .ok)
    }
  }
}
