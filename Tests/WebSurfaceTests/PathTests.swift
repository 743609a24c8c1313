import TestSite
import Testing

@Suite struct PathTests {
  @Test(
    "a path with a control character in it is no page and no file",
    arguments: ["/hands.js%00.html", "/hands.js%00", "/lab%0a", "/%7f"])
  func control(path: String) async throws {
    try await withSite { (site) async throws in
      #expect(try await Visitor(site).get(path).status == 404)
      #expect(try await Visitor(site).get("/hands.js").status == 200)
    }
  }
}
