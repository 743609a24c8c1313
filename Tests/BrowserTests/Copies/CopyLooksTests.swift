import Browser
import Person
import Testing

/// The screens of taking a copy of the journal.
@Suite struct CopyLooksTests {
  @Test("axe finds no problems where a copy of the journal is offered, made and saved") func axe() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      _ = try await ring.enroll()
      try await page.enter(.recovery)
      try await page.wait(forText: "Take everything with you")
      try await axe.check("the recovery room", in: Axe.Look.all)
      try await ring.takeCopy(ring.yellow)
      try await axe.check("a copy is made", in: Axe.Look.all)
    }
  }

  @Test("a page that is loaded anew has no copy any more, says so, and makes it again after a touch")
  func reloaded() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.takeCopy(ring.yellow)
      try await ring.hold(nil)
      try await page.reload()
      try await page.wait(forText: "so it no longer has your copy.")
      #expect(try await page.findAll("[data-taken]").isEmpty)
      try await ring.hold(ring.black)
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Your copy is made.")
      #expect(try await page.text.contains("In it: 0 entries, 0 people and providers."))
    }
  }
}
