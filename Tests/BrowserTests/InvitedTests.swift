import Browser
import Person
import TestSite
import Testing

/// Somebody who got an invitation opens it in a browser.
@Suite struct InvitedTests {
  @Test("an invitation leads to an account, and nobody else gets one") func invited() async throws {
    try await withSite(site: { $0.registration = .invite }) { site in
      try await withPage { (page) async throws in
        _ = try await page.addAuthenticator(.internal, .init(prf: true))
        let axe = try Axe(page)
        try await page.go(to: site.origin + "/")
        try await page.wait(forText: "New accounts here are made with an invitation.")
        #expect(try await !page.text.contains("Create an account"))
        try await axe.check("a site by invitation", in: Axe.Look.all)
        let (token, _) = try await site.runner.invite()
        try await page.go(to: "\(site.origin)/join/\(token.text)")
        try await page.wait(forText: "You are invited.")
        try await axe.check("an invitation", in: Axe.Look.all)
        try await page.press("Create an account")
        try await page.type("ana", into: "#username")
        try await page.press("Create a passkey")
        try await page.wait(untilTrue: "location.pathname == '/account'")
        #expect(try await site.account("ana").username.text == "ana")
        try await page.go(to: "\(site.origin)/join/\(token.text)")
        try await page.wait(forText: "This invitation was used already, its time is over")
        try await axe.check("an invitation that is over", in: Axe.Look.all)
      }
    }
  }

  @Test("a closed account's passkey is refused in the page, with the reason") func closed() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.register("mirela", on: visit.site)
      try await visit.site.runner.setDisabled(true, visit.site.account().id)
      try await page.go(to: visit.site.origin + "/")
      try await page.press("Sign in with a passkey")
      try await page.wait(forText: "Whoever runs this site has closed this account to everybody.")
      let sessions = try await visit.site.store.write {
        try $0.sessions(notSeenSince: .distantFuture, orSignedInBefore: .distantFuture, limit: 9)
      }
      #expect(sessions.isEmpty)
    }
  }
}
