import Browser
import Person
import TestProvider
import Testing

/// Account recovery for people with a keyboard and no mouse, and each of its screens in every size and scheme.
@Suite struct EscrowLooksTests {
  @Test("axe finds no problems from Settings to the receipt, and from the first page to the account")
  func axe() async throws {
    try await withEscrowPlace { place in
      let look: EscrowVisit.Show = { page, name in try await Axe(page).check(name, in: Axe.Look.all) }
      var program: ClockProgram?
      try await place.visit(show: look) { visit in
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        program = try await visit.setUp(triesAddress: true)
        try await visit.ring.start("escrow-status")
        try await visit.see("You could come back today", "escrow-status")
        try await visit.beginDrill()
        try await visit.finishDrill(try #require(program), until: "This way works.")
      }
      let clock = try #require(program)
      try await place.visit(show: look) { visit in
        try await visit.findBackup()
        try await visit.finish(try #require(try await visit.ways().first), clock)
      }
    }
  }

  /// No button is hidden under the pinned bar.
  @Test("C-29 C-61: a removal names the removed item; a payment has no button under the pinned bar")
  func questionAndPayment() async throws {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        let page = visit.page
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        try await visit.beginSetUp()
        try await visit.meet()
        try await visit.identify()
        try await visit.addQuestion()
        try await page.press("Security question")
        try await page.wait(
          untilTrue: "document.querySelector('dialog #sheet-told')?.innerText === '\(EscrowVisit.question)'")
        try await page.press("Keep it")
        try await visit.addAddresses()
        try await visit.confirmCost()
        try await visit.see("A provider waits for its payment.", "escrow-payment")
        try await page.emulate(width: 393, height: 560, mobile: true)
        let covered = try await page.evaluate(
          """
          (() => {
            const covered = [], links = [...document.querySelectorAll('.payment a')];
            for (let y = 0; y < document.documentElement.scrollHeight; y += 20) {
              scrollTo({ top: y, behavior: 'instant' });
              for (const link of links) {
                const { left, width, top, bottom } = link.getBoundingClientRect(), x = left + width / 2;
                for (const at of [top + 2, bottom - 2]) {
                  if (at > innerHeight || at < document.querySelector('.top').getBoundingClientRect().bottom) continue;
                  if (document.elementFromPoint(x, at)?.closest('.actions')) covered.push(`${link.innerText} at ${y}`);
                }
              }
            }
            return links.length === 0 ? 'no link' : covered.join();
          })()
          """)
        #expect(covered == "")
      }
    }
  }

  @Test("the keyboard suffices from Settings to the first method; focus follows the reading order")
  func keyboard() async throws {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        let page = visit.page, keyboard = Keyboard(page: page)
        try await page.emulate(width: 393, height: 852, mobile: true)
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        try await page.enter(.recovery)
        try await keyboard.press("Set up account recovery")
        try await page.wait(forText: "Set up account recovery?")
        try await keyboard.press("Set it up")
        try await page.wait(forText: "Type the code that it shows in its terminal.")
        try await keyboard.go(to: "Code from the terminal")
        try await keyboard.type(await place.computer.hands.codes.shown)
        try await page.press(key: .enter)
        try await keyboard.arrive(at: "Where do you live? First the continent.")
        try await keyboard.press("Europe")
        try await keyboard.arrive(at: "Which country is your primary legal residence?")
        let focused = "document.activeElement.querySelector('b')?.innerText"
        try await keyboard.go(to: "Germany")
        try await keyboard.type("sw")
        #expect(try await page.evaluate(focused).string == "Switzerland", "a name is found by typing its beginning")
        try await page.press(key: .enter)
        try await page.wait(forText: "Tell me who you are, in facts that never change.")
        for (label, field) in [
          ("Full name", "full_name"), ("Birthdate", "birthdate"), ("Birthplace", "birthplace"),
          ("AHV number", "ahv_number"),
        ] {
          try await keyboard.go(to: label)
          try await keyboard.type(EscrowVisit.attributes[field] ?? "")
        }
        try await keyboard.press("Continue")
        try await keyboard.arrive(at: "This is how it will be used. Is every line right?")
        try await keyboard.press("Yes, that is me")
        try await keyboard.arrive(at: "How could you prove it's you, on a bad day?")
        try await keyboard.press("Add a security question")
        try await keyboard.go(to: "Question")
        try await keyboard.type(EscrowVisit.question)
        try await keyboard.go(to: "Answer")
        try await keyboard.type(EscrowVisit.answer)
        try await page.press(key: .enter)
        try await page.wait(untilTrue: "document.querySelector('button.choice .choice-act')?.innerText === 'Remove'")
        try await page.expectQuietConsole()
      }
    }
  }
}
