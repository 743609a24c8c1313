import Browser
import RelyingParty
import Testing

@testable import HummingbirdPasskeys

/// The example for other packages, running in this process, from a person's point of view.
@Suite struct HummingbirdPasskeysTests {
  /// Unknown passkeys are signaled and removed.
  @Test("the example registers a passkey and signs in with it; each response is accepted only once")
  func wholeLife() async throws {
    try await withExample { address in
      try await withPage { page in
        let key = try await page.addAuthenticator(.internal)
        try await page.go(to: address)
        try await page.type("ada", into: "input[name=name]")
        try await page.press("Register")
        try await page.wait(forText: "Signed in as ada.")
        #expect(try await key.credentials().count == 1)

        try await page.press("Sign out")
        try await page.wait(forText: "Nobody is signed in.")
        try await page.run(
          """
          window.posts = []; const send = window.fetch;
          window.fetch = (p, m) => { if (m) posts.push([p, m]); return send(p, m); }
          """
        )
        try await page.press("Sign in")
        try await page.wait(forText: "Signed in as ada.")

        // Replays the same answer.
        #expect(try await page.evaluate("posts.map(post => post[0])") == ["/sign-in/options", "/sign-in"])
        #expect(try await page.evaluate("fetch(...posts[1]).then(answer => answer.status)") == 409)

        // A name that is taken.
        try await page.type("ada", into: "input[name=name]")
        try await page.press("Register")
        try await page.wait(forText: "This name is taken.")

        // A passkey unknown to the server is not offered again.
        var unknown = try #require(try await key.credentials().first)
        unknown.id = "AAECAwQFBgcICQoLDA0ODw"
        try await key.clear()
        try await key.add(unknown)
        try await page.press("Sign in")
        try await page.wait(forText: "That did not work: Not Found")
        try await page.wait(until: "the unknown passkey is dropped") { try await key.credentials().isEmpty }
        #expect(try await page.consoleErrors().allSatisfy { $0.message.contains("409") || $0.message.contains("404") })
      }
    }
  }

  @Test("the example's ticket is valid only once, and only until it expires")
  func tickets() throws {
    var tickets = Tickets<Int>(lifetime: 300)
    let start = UnixTime(seconds: 1000), end = UnixTime(seconds: 1300)
    let first = try tickets.issue(1, at: start), second = try tickets.issue(2, at: start)
    #expect(first != second)
    #expect(tickets.take(first, at: UnixTime(seconds: 1299)) == 1)
    #expect(tickets.take(first, at: start) == nil)
    #expect(tickets.take(second, at: end) == nil)
    #expect(tickets.take(second, at: start) == nil)
  }
}
