import TestSite
import Testing

/// A flow that begins in the document in which its button was pressed, as a page with its scripts begins it.
@Suite struct InPlaceTests {
  @Test("begun in place, a sign-in asks the browser at once; begun by a plain form, it shows its button")
  func signIn() async throws {
    try await withSite { site in
      for (fields, asks) in [(["from": "/"], false), (["from": "/", "in-place": "yes"], true)] {
        let visitor = Visitor(site)
        let run = try #require(try await visitor.submit("/start/passkey-only", fields).header("location"))
        let page = try await visitor.get(run, accept: "text/html").text
        #expect(page.contains("Your browser is asking.") == asks && page.contains("value=\"signIn\"") != asks)
        #expect(page.contains("class=\"detector\" data-look=\"waiting\"") == asks)
        #expect(try await (visitor.open(run).start != nil) == asks)
      }
    }
  }
}
