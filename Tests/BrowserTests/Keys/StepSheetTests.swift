import Browser
import Person
import TestSite
import Testing

/// The four steps as shown on a phone: the sheet, its bar, its one picture, and the requests to the browser.
@Suite struct StepSheetTests {
  /// Records each vibration, and what the detector shows at that moment.
  private static let script = """
    Navigator.prototype.vibrate = (pattern) => {
      setTimeout(() => {
        const all = JSON.parse(sessionStorage.getItem('buzzes') ?? '[]');
        sessionStorage.setItem('buzzes', JSON.stringify([...all,
          `${pattern} ${document.querySelector('.detector')?.dataset.look}`]));
      });
      return true;
    };
    """
  /// Everything checked on a sheet, read at once.
  private static let look = """
    const box = (e) => (({ left, top, right, bottom, width, height }) => ({ left, top, right, bottom, width, height }))(
      e.getBoundingClientRect());
    const primary = document.querySelector('.actions .is-primary') ?? document.querySelector('.actions .button'),
      bar = document.querySelector('.top');
    return {
      sheet: box(document.body), bar: box(bar), primary: box(primary), width: document.documentElement.scrollWidth,
      controls: [...bar.querySelectorAll('button, a')].map((e) =>
      ({ text: e.innerText.trim(), icon: e.querySelector('use')?.href.baseVal, ...box(e) })),
      pictures: [...document.querySelectorAll('main use')].filter((e) => e.ownerSVGElement.checkVisibility())
      .map((e) => e.href.baseVal.split('#')[1]),
      others: document.querySelectorAll('main :is(img, picture, video, canvas)').length,
      strip: [...document.querySelectorAll('.strip li')].map((e) => getComputedStyle(e, '::before').backgroundColor),
      title: document.querySelector('.step-title').innerText, titleBox: box(document.querySelector('.step-title')),
      stripBox: box(document.querySelector('.strip')), register: document.body.className, tag: bar.dataset.register,
    };
    """
  /// The space below the primary button, at any scroll position.
  private static let room = """
    return [1, 0.5, 0].map((place) => {
      scrollTo({ top: place * (document.documentElement.scrollHeight - innerHeight), behavior: 'instant' });
      return innerHeight - (document.querySelector('.actions .is-primary')
        ?? document.querySelector('.actions .button')).getBoundingClientRect().bottom;
    });
    """
  private static let rings: Set = ["ring", "ring-reading", "ring-read", "ring-lost"]

  private func expectSheet(_ ring: KeyRing, _ title: String, _ register: String, detects: Bool = true) async throws {
    let seen = try await ring.page.run(Self.look)
    #expect(seen["title"].string == title)
    #expect(seen["register"] == .string("sheet \(register)") && seen["tag"] == .string(register), "\(title)")
    // exactly the whole width of the viewport
    #expect(seen["sheet"]["left"] == 0 && seen["sheet"]["width"] == 393 && seen["width"] == 393, "\(title)")
    #expect(seen["sheet"]["height"].number ?? 0 >= 852 && seen["primary"]["bottom"].number ?? 9999 <= 852, "\(title)")
    // filled up to the current step, full at step 4, under the title
    let strip = (seen["strip"].array ?? []).compactMap(\.string), number = title.first?.wholeNumberValue ?? 0
    let filled = strip.filter { $0 == strip.first }.count
    #expect(strip.count == 4 && filled == number && Set(strip.prefix(number)).count == 1, "\(title): \(strip)")
    let middle = ((seen["stripBox"]["top"].number ?? 0) + (seen["stripBox"]["bottom"].number ?? 0)) / 2
    #expect(seen["titleBox"]["bottom"].number ?? 9999 <= middle, "\(title)")
    //
    #expect(seen["bar"]["top"] == 0 && seen["bar"]["height"] == 56 && seen["bar"]["width"] == 393, "\(title)")
    let controls = seen["controls"].array ?? []
    #expect(
      controls.map { $0["text"].string } == ["Settings", "Cancel"]
        && controls.map { $0["icon"].string?.split(separator: "/").last } == ["icons.svg#back", nil], "\(title)")
    #expect(controls.first?["left"].number ?? 99 < 34 && controls.last?["right"].number ?? 0 > 393 - 34, "\(title)")
    try await expectRoom(ring.page, title)
    //
    guard detects else { return }
    let pictures = (seen["pictures"].array ?? []).compactMap(\.string).filter { $0 != "question" && $0 != "warn" }
    #expect(pictures.count == 1 && Self.rings.isSuperset(of: pictures) && seen["others"] == 0, "\(title): \(pictures)")
  }
  private func expectRoom(_ page: Page, _ screen: String) async throws {
    let room = (try await page.run(Self.room).array ?? []).compactMap(\.number)
    #expect(room.count == 3 && room.allSatisfy { $0 >= 34 }, "A-11 at \(screen): \(room)")
  }
  /// Expects A-26: the button is filled, also under the pointer, in a bar at the lower edge of a page longer than the
  /// window.
  private func expectPinned(_ page: Page, _ label: String) async throws {
    let button = try await page.find(".actions .is-primary")
    #expect(try await button.text == label)
    try await page.wait(
      untilTrue: """
        (() => {
          const fill = (e) => getComputedStyle(e).backgroundColor,
            probe = document.body.appendChild(document.createElement('i'));
          const all = ['accent', 'accent-press'].map((name) =>
            { probe.style.background = `var(--${name})`; return fill(probe); });
          probe.remove();
          return all.includes(fill(document.querySelector('.actions .is-primary')));
        })()
        """)
    let edge = try await page.run(
      """
      const field = document.querySelector('#step .field');
      field.style.marginBlockStart = '1000px';
      scrollTo({ top: 0, behavior: 'instant' });
      const edge = innerHeight - document.querySelector('.actions').getBoundingClientRect().bottom;
      field.style.marginBlockStart = '';
      return edge;
      """)
    #expect(edge == 0, "the lower edge: \(edge)")
  }
  private func heading(_ ring: KeyRing) async throws -> String? {
    try await ring.page.evaluate("document.querySelector('h1').textContent").string
  }

  /// Each has one bar and one picture, and “◄ Settings” asks the same question as Cancel.
  @Test("A-09 A-10 A-11 A-12 A-20 A-26 A-39 G-38: steps 1 and 2 are sheets with a way out")
  func toStepTwo() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.waitForKey()
      try await expectSheet(ring, "1 of 4 · Tap your primary key", "working")
      #expect(try await heading(ring) == "Put your key in a USB port. Touch it when it lights up.")
      try await ring.tap(ring.yellow, until: "Name this key")
      try await ring.hold(nil)
      try await expectSheet(ring, "1 of 4 · Tap your primary key", "working")
      try await page.type("yellow", into: "#name")
      try await expectPinned(page, "Continue")
      try await page.press("Continue")
      try await page.wait(forText: "Tap once more to confirm. Same key.")
      #expect(try await heading(ring) == "Tap once more to confirm.")
      try await expectSheet(ring, "1 of 4 · Tap your primary key", "working")
      try await ring.tap(ring.yellow, until: "2 of 4")
      try await ring.waitForKey()
      try await expectSheet(ring, "2 of 4 · Enroll backup", "hearth")
      #expect(
        try await heading(ring)
          == "Second key strongly encouraged. If your first key disappears, the second one keeps you in.")
      let question = "Cancel enrollment? Your primary key won't be saved."
      try await page.press("Settings")
      try await page.wait(forText: question)
      #expect(try await page.evaluate("location.pathname.startsWith('/flow/')") == true)
      try await page.press("Keep going")
      try await page.wait(forText: "Second key strongly encouraged.")
      try await page.press("Settings")
      try await page.press("Cancel enrollment")
      try await page.isIn(.keys)
      try await page.wait(forText: "Add a hardware key — recommended")
    }
  }

  /// They request keys as the earlier steps do, and each key read is felt and seen.
  @Test("A-09 A-10 A-11 A-12 A-61 A-63 G-02 G-38 M-01 M-02 M-12: steps 3 and 4 are sheets as well")
  func toReceipt() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page, calls = try await page.recordCredentials()
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await ring.register()
      try await ring.enrollBoth()
      try await page.wait(forText: "Revoke “yellow”")  // the backup was touched where the primary was asked for
      try await expectSheet(ring, "3 of 4 · Tap-test sign-in", "working")
      try await ring.test()
      _ = try await ring.words()
      try await expectSheet(ring, "4 of 4 · Save your recovery code", "plain", detects: false)
      _ = try await ring.save()
      try await page.wait(forText: "Keys are in. Two enrolled, recovery code saved. The kitchen's locked up well.")
      #expect(try await heading(ring) == "Keys are in. Two enrolled, recovery code saved.")
      try await page.press("Back to Settings")
      try await page.isIn(.keys)

      let felt = try await page.evaluate("JSON.parse(sessionStorage.getItem('buzzes'))")
      #expect(felt == .array(Array(repeating: "30 read", count: 5)), "M-02: two made, one confirmed, two tested")
      let asked = try await calls.calls()
      #expect(asked.allSatisfy { $0.hasPublicKey && $0.userVerification == "required" }, "M-12: \(asked)")
      let forKeys = asked.dropFirst(2)
      #expect(asked.prefix(2).allSatisfy { $0.hints == [] }, "sign-up and the confirmation take any passkey")
      #expect(forKeys.allSatisfy { $0.hints == ["security-key"] }, "M-01: \(asked.map(\.hints))")
      #expect(forKeys.count { $0.method == .create } >= 2 && forKeys.count { $0.method == .get } >= 3)
    }
  }

  @Test("A-11: on a page taller than the phone, the only button leaves room for the phone's own bar")
  func longPage() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.getBackIn(with: "My twelve words", on: visit.site)
      _ = try await page.find("#words-12")
      for (width, height) in [(393, 852), (320, 640)] {
        try await page.emulate(width: width, height: height, mobile: true)
        try await expectRoom(page, "the word entry, \(width) × \(height)")
      }
    }
  }
}
