import Browser
import Person
import TestSite
import Testing

/// The account's home and “What if I lose …” in a browser.
@Suite struct AccountHomeTests {
  private func verdict(_ page: Page) async throws -> String {
    try await page.wait(untilTrue: "!!document.querySelector('h1[data-verdict]')")
    return try await page.evaluate("document.querySelector('h1[data-verdict]').textContent").string ?? ""
  }

  @Test("a sign-up from the first page ends on the home, which is whole and without axe findings at each size")
  func home() async throws {
    try await withVisit { visit in
      let page = visit.page, axe = try Axe(page)
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await page.go(to: visit.site.origin + "/")
      try await page.press("Create an account")
      try await page.type("mirela", into: "#username")
      try await page.press("Create a passkey")
      try await visit.isSignedIn()
      #expect(try await page.evaluate("location.pathname") == "/account")
      #expect(try await page.evaluate("scrollY") == 0, "the menu above the verdict is in sight")
      #expect(
        try await verdict(page) == "You have one passkey, on one device. Lose the device, and the account is gone.")
      try await axe.check("the home after sign-up", in: Axe.Look.all)
      for (width, height) in LayoutTests.sizes {
        try await page.emulate(width: width, height: height, mobile: width < 640)
        #expect(try await page.evaluate("document.documentElement.scrollWidth").int ?? 9999 <= width, "\(width)")
      }
      try await page.expectQuietConsole()
    }
  }

  @Test("the next step leads to its flow, and afterwards the home says what was promised") func promise() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      try await page.go(to: ring.site.origin + "/account")
      let promised = "Then something that you tried opens your journal."
      #expect(try await page.find("[data-effect]").text == promised)
      try await page.click("[data-step=enrollment]")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "1 of 4")
      try await ring.name(ring.yellow, "yellow")
      try await page.wait(forText: "2 of 4")
      try await ring.name(ring.black, "black")
      try await page.wait(forText: "3 of 4")
      try await ring.test()
      _ = try await ring.save()
      try await page.wait(forText: "Keys are in.")
      try await ring.openJournal(ring.yellow)
      try await page.go(to: ring.site.origin + "/account")
      let said = try await verdict(page)
      #expect(!said.hasPrefix("You have no journal") && !said.hasPrefix("You have what you need"), "\(said)")
      #expect(try await page.text.contains("Opened your journal today"))
      #expect(
        try await page.text.contains("Its words were never typed: not tried yet"), "a ticked box proves nothing")
    }
  }

  @Test("making another code and ticking its box changes nothing of the verdict") func tickedBox() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await page.go(to: ring.site.origin + "/account")
      let before = try await verdict(page)
      try await ring.start("recovery-code", from: "/account")
      try await ring.hold(ring.yellow)
      try await page.press("Confirm with your passkey")
      _ = try await ring.save()
      try await page.wait(untilTrue: "location.pathname === '/account'")
      try await page.go(to: ring.site.origin + "/account")
      #expect(try await verdict(page) == before)
      #expect(try await page.text.contains("Recovery code, kit no. 2"))
    }
  }

  @Test("for every tick and every two, and for all keys, the live answer is the server's") func live() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(ring.page)
      try await ring.register()
      try await ring.enrollBoth()
      try await ring.test()
      _ = try await ring.save(reading: true)
      try await page.wait(forText: "Keys are in.")
      try await ring.openJournal(ring.yellow)
      try await page.go(to: ring.site.origin + "/account")
      try await page.press("What if I lose …")
      try await page.wait(untilTrue: "document.querySelector('[data-ask]')?.hidden")
      let result = try await page.run(Self.compare)
      #expect(result["asked"].int ?? 0 > 20 && result["differing"].array?.isEmpty == true, "\(result)")
      #expect(
        result["last"].string
          == "You come back with kit no. 1. Three words were read off the paper; all twelve were never tried.")
      try await axe.check("what if", in: Axe.Look.all)
      try await page.expectQuietConsole()
    }
  }

  /// Ticks each thing, each pair and at last all keys, and reads the page's answer and the server's.
  private static let compare = """
    const form = document.querySelector('#what-if'), boxes = [...form.querySelectorAll('input[type=checkbox]')];
    const losses = boxes.flatMap((one, first) => boxes.slice(first).map((other) => [one, other]));
    losses.push(boxes.filter((box) => box.name.startsWith('lose key ')));
    const differing = [];
    let asked = 0, last = '';
    for (const loss of losses) {
      for (const box of boxes) box.checked = loss.includes(box);
      form.dispatchEvent(new Event('input', { bubbles: true }));
      const live = ['mark', 'answer'].map((part) => form.querySelector(`[data-${part}]`).textContent);
      last = live[1];
      const rehearsal = document.querySelector('#rehearse');
      const why = [...document.querySelectorAll('[data-why]')].filter((reason) => !reason.hidden);
      live.push(rehearsal.elements.key.value, why.map((reason) => reason.dataset.why).join());
      const body = new URLSearchParams(boxes.filter((box) => box.checked).map((box) => [box.name, 'on']));
      const html = await (await fetch(form.action, { method: 'POST', body, headers: { Accept: 'text/html' } })).text();
      const server = ['mark', 'answer'].map((part) =>
        html.match(new RegExp(`data-${part}>([^<]*)<`))[1].replaceAll('&#39;', "'").replaceAll('&quot;', '"'));
      server.push(html.match(/id="rehearse".*?name="key" value="([^"]*)"/)[1]);
      server.push([...html.matchAll(/data-why="(\\w+)">/g)].map(([, reason]) => reason).join());
      asked += 1;
      if (live.join() !== server.join()) differing.push([loss.map((box) => box.name), live, server]);
    }
    return { asked, differing, last };
    """
}
