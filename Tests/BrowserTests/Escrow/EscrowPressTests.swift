import Browser
import Person
import TestSite
import Testing

/// How many presses account recovery takes, in a browser that has never met this computer's hands.
@Suite struct EscrowPressTests {
  @Test("who comes back to the page from paying need not press, and waits for no clock") func comesBack() async throws {
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin)
        let ends = try await page.run(
          """
          const { effects } = await \(ours("effects.js")), { signal } = new AbortController();
          const until = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
          const ends = (timer) => Promise.race([
            effects.wait({ effect: 'wait', timer, seconds: 60 }, signal).then(() => 'ends'),
            until(5000).then(() => 'waits')]);
          const looked = [ends('polling'), ends('alignment')];
          await until(2300);
          dispatchEvent(new Event('focus'));
          const tooSoon = ends('polling');
          dispatchEvent(new Event('focus'));
          return (await Promise.all([...looked, tooSoon])).join();
          """
        ).string
        #expect(ends == "ends,waits,waits")
      }
    }
  }

  /// Copies and prints the addresses on the receipt.
  private func keepAddresses(_ place: EscrowPlace, _ page: Page) async throws {
    for name in ["clipboard-read", "clipboard-write"] {
      try await page.cdp(
        "Browser.setPermission",
        ["permission": ["name": .string(name)], "setting": "granted", "origin": .string(place.site.origin)])
    }
    try await page.press("Copy")
    try await page.wait(untilTrue: "document.getElementById('live').textContent === 'Copied.'")
    let lines = zip(["Anna", "Bruno", "Chiara"], place.providers).map { "\($0): \($1.provider.url)" }
    let copied = try await page.run("return await navigator.clipboard.readText()").string ?? ""
    #expect(Set(copied.split(separator: "\n").map(String.init)) == Set(lines))
    try await page.run("window.print = () => { document.body.dataset.printed = ''; }")
    try await page.press("Print")
    try await page.wait(untilTrue: "'printed' in document.body.dataset")
  }

  @Test("three paid providers take at most 14 presses besides the fields, and coming back at most 10")
  func both() async throws {
    try await withEscrowPlace { place in
      try await place.visit(script: PressCount.script) { visit in
        let page = visit.page
        try await page.emulate(languages: "en-CH")
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        try await page.enter(.recovery)
        let before = try await PressCount.on(page)
        try await page.press("Set up account recovery")
        try await page.press("Set it up")
        try await visit.meet()
        try await page.press("Continue with Switzerland")
        try await visit.tellFacts()
        try await visit.addSuggested()
        try await page.wait(forText: "Any 2 of these 3")
        try await visit.agree()
        try await visit.payElsewhere()
        try await visit.seal()
        #expect(try await PressCount.on(page) - before <= 14)
        try await page.wait(forText: "Any 2 of these 3")
        try await keepAddresses(place, page)
      }
      try await place.visit(script: PressCount.script) { visit in
        let page = visit.page
        try await page.emulate(languages: "en-CH")
        try await visit.beginRecovery()
        try await visit.meet()
        try await page.press("Continue with Switzerland")
        try await visit.tellFacts()
        try await page.wait(forText: "2 checks, and you are in.")
        try await visit.pick("Security question")
        try await visit.fill(["challengeAnswer": EscrowVisit.answer])
        try await page.press("Give this answer")
        try await page.wait(forText: "One more and you are in.")
        try await visit.pick("E-mail")
        _ = try await page.find("#sentCode")
        try await visit.typeCode(place.lastCode(.email) ?? "")
        try await page.wait(forText: "Master Key restored. Enroll a new primary key now.")
        #expect(try await PressCount.on(page) <= 10)
      }
    }
  }
}
