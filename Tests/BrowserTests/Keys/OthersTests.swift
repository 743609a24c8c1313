import Browser
import Person
import Testing

/// Who else could get in, as home draws it once its page knows more than the server.
@Suite struct OthersTests {
  private func rows(_ page: Page) async throws -> JSON {
    try await page.evaluate(
      """
      [...document.querySelectorAll('[data-somebodies] li')]
        .map((row) => `${row.querySelector('.many').textContent} ${row.querySelector('p').textContent}`)
      """)
  }
  private func isFolded(_ page: Page) async throws -> Bool {
    try await page.evaluate("document.querySelector('[data-more-somebodies]').checkVisibility()") == true
  }

  @Test("what only the page knows is drawn in place of what the server says; more than five are folded away")
  func drawn() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      try await page.go(to: ring.site.origin + "/account")
      let before = try await rows(page)
      #expect(before.array?.count == 1 && before.array?.first?.string?.hasPrefix("1 Whoever has ") == true, "\(before)")
      #expect(before.array?.first?.string?.hasSuffix(", to sign in only.") == true)
      let condition = "if they know or guess what you told them of yourself."
      let first = [
        "1 Whoever finds kit no. 2 needs nothing else.", "1 Whoever has a and its PIN or fingerprint.",
        "2 a.example and b.example together, \(condition)",
        "2 b.example together with whoever reads your e-mail, \(condition)",
        "2 a.example together with whoever gets your text messages, \(condition)",
      ]
      try await page.run(Self.count, ["a"])
      let folded = try await isFolded(page)
      #expect(try await rows(page) == .array(first.map(JSON.string)) && folded)
      try await page.press("All of them")
      try await page.wait(forText: "Whoever reads your e-mail, gets your text messages, and knows or guesses what")
      try await axe.check("who else could get in", in: Axe.Look.all)
      try await page.run(Self.count, [])
      let unfolded = try await isFolded(page)
      #expect(try await rows(page).array?.count == 5 && !unfolded)
    }
  }

  /// Counts as the page does with the hands and an open journal: with these keys, a code, and two providers.
  private static let count = """
    const { count } = await \(ours("open-home.js"));
    count({
      keys: arguments[0].map((id) => ({
        id, name: id, inSentence: id, power: 'opens', provedOn: 20780, saysSynced: false, isHardware: true })),
      cards: [], code: { kit: 2, record: 'kit', papers: [{}] }, hasPassword: false, escrowRecord: 'escrow',
      plan: {
        providers: [{ name: 'a.example', hasDocument: true }, { name: 'b.example', hasDocument: true }],
        parts: [{ method: 'email', provider: 0 }, { method: 'sms', provider: 1 }], policies: [[0, 1]], places: {} },
      hasPractice: false, isJournalBegun: true, host: 'the host', copies: [], places: {}, today: 20780 });
    """
}
