import Browser
import Person
import TestSite
import Testing

/// What a browser fetches for the first page, counted where it is sent.
@Suite struct FirstLoadTests {
  private func isLoaded(_ page: Page) async throws {
    try await page.wait(untilTrue: "document.readyState === 'complete'")
  }

  @Test("the first page comes in five answers of 25 KB in all; a reload and other pages fetch nothing of it again")
  func firstPage() async throws {
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/")
        try await isLoaded(page)
        let first = site.wiretap.answers
        #expect(first.count <= 5 && first.map(\.bytes).reduce(0, +) <= 25_000, "\(first)")
        #expect(first.contains { $0.path.hasSuffix("/page.js") } && first.contains { $0.path.hasSuffix("/page.css") })
        try await page.reload()
        try await isLoaded(page)
        try await page.go(to: site.origin + "/lab")
        try await isLoaded(page)
        try await page.go(to: site.origin + "/")
        try await isLoaded(page)
        let files = site.wiretap.answers.map(\.path).filter { $0.contains(".") }
        #expect(files.count == Set(files).count, "each file is fetched once: \(files)")
        #expect(site.wiretap.answers.count { $0.path == "/" } == 3)
        let own = files.filter { file in !first.contains { $0.path == file } }
        #expect(own.allSatisfy { $0.hasSuffix("/lab.js") || $0.hasSuffix(".svg") }, "\(own)")
        try await page.expectQuietConsole()
      }
    }
  }

  @Test("what a flow needs is fetched for somebody who reaches for the button, who stays in the document")
  func reached() async throws {
    try await withSite { site in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal)
        try await page.go(to: site.origin + "/")
        try await page.run("window.isSame = true")
        let count = "document.querySelectorAll('script[src$=\"/hands.js\"]').length"
        #expect(try await page.evaluate(count) == 0)
        try await page.press("Sign in with a passkey")
        try await page.wait(untilTrue: "location.pathname.startsWith('/flow/') && window.isSame")
        #expect(try await page.evaluate(count) == 1)
        #expect(site.wiretap.answers.count { $0.path.hasSuffix("/hands.js") } == 1)
        try await page.expectQuietConsole()
      }
    }
  }

  @Test("a page that was open over an upgrade loads what it would have shown in its own document") func upgraded()
    async throws
  {
    try await withSite { site in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal)
        try await page.go(to: site.origin + "/")
        try await page.run(
          """
          window.isSame = true;
          const fetched = window.fetch;
          window.fetch = async (...all) => {
            const answer = await fetched(...all), text = (await answer.text()).replaceAll(/assets\\/\\w+/g, 'assets/0000');
            return new Proxy(answer, { get: (of, name) => (name === 'text' ? async () => text : of[name]) });
          };
          """)
        try await page.press("Sign in with a passkey")
        try await page.wait(untilTrue: "location.pathname.startsWith('/flow/') && window.isSame === undefined")
        #expect(try await page.evaluate("document.querySelector('script[src$=\"/hands.js\"]') !== null") == true)
        #expect(!site.wiretap.answers.contains { $0.path.contains("/assets/0000/") }, "it was noticed before")
      }
    }
  }
}
