import Browser
import Model
import Person
import TestSite
import Testing

/// The end of an account, on the person's own page.
@Suite struct LeaveForGoodTests {
  @Test("a person deletes the account with a touch, sees until when it lasts, and keeps it after all")
  func deletes() async throws {
    try await withVisit { visit in
      let page = visit.page, axe = try Axe(page)
      try await page.register("mirela", on: visit.site, signingOut: false)
      try await page.go(to: visit.site.origin + "/account")
      try await page.press("Delete this account")
      try await page.wait(forText: "Delete this account for good?")
      #expect(try await page.text.contains("any of your ways in takes it back"))
      try await axe.check("what deleting means", in: Axe.Look.all)
      try await page.press("Delete it in seven days")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "This account will be deleted on ")
      try await page.wait(untilTrue: "location.pathname == '/account'")
      #expect(try await visit.site.account().life.deletionAt != nil)
      try await axe.check("an account that will be deleted", in: Axe.Look.all)
      try await page.press("Keep this account")
      try await page.wait(forText: "Delete this account")
      #expect(try await !page.text.contains("will be deleted"))
      #expect(try await visit.site.account().life.deletionAt == nil)
      try await page.expectQuietConsole()
    }
  }

  @Test("whoever cancels, or does not touch, keeps the account as it was") func cancels() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.register("mirela", on: visit.site, signingOut: false)
      try await page.go(to: visit.site.origin + "/account")
      try await page.press("Delete this account")
      try await page.press("Delete it in seven days")
      try await page.wait(forText: "First, confirm that it's you.")
      try await page.press("Overview")
      try await page.wait(untilTrue: "location.pathname == '/account'")
      #expect(try await visit.site.account().life == AccountLife())
    }
  }
}
