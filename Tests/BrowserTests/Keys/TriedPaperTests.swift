import Browser
import Model
import Person
import Testing

/// The paper with the recovery code, tried in a real page.
@Suite struct TriedPaperTests {
  /// Goes to the entry of the words, with yellow at hand.
  private func begin(_ ring: KeyRing) async throws {
    try await ring.page.enter(.recovery)
    try await ring.page.press("Try it")
    try await ring.page.wait(forText: "First, confirm that it's you.")
    try await ring.hold(ring.yellow)
    try await ring.page.press("Confirm with your passkey")
    try await ring.page.wait(forText: "Type the twelve words on your paper.")
  }
  private func submit(_ words: [String], _ ring: KeyRing) async throws {
    try await ring.type(words)
    try await ring.page.press("Try these words")
  }
  private func code(_ ring: KeyRing) async throws -> Way {
    try #require(try await ring.ways().first { $0.kind == .phrase })
  }

  @Test("right words pass, wrong words say what to do, and the words never leave the page") func tried() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      let words = try await ring.enroll()
      #expect(try await code(ring).proofs == [:])
      try await begin(ring)
      let before = try await ring.ways(), seen = try await page.evaluate("JSON.stringify(localStorage)")
      try await submit(Array(repeating: "abandon", count: 11) + ["about"], ring)
      try await page.wait(forText: "These words don't open your account.")
      #expect(try await page.text.contains("a newer kit makes older ones useless."))
      try await page.press("Try the words again")
      try await page.wait(untilTrue: "document.querySelectorAll('.word-entry input').length === 12")
      try await submit(words, ring)
      try await page.wait(forText: "Your paper works. These words open your account.")
      #expect(try await page.evaluate("JSON.stringify(localStorage)") == seen)
      #expect(try await page.run("return (await \(ours("vault.js"))).openMasters().size") == 0)

      var after = try await ring.ways()
      #expect(after.first { $0.kind == .phrase }?.proofs.keys.map(\.self) == [.words])
      for place in after.indices { after[place].proofs = before[place].proofs }
      #expect(after == before)
      try await page.press("Done")
      try await page.isIn(.recovery)
      try await page.enter(.activity)
      try await page.wait(forText: "A way in was rehearsed, and it opens the journal")

      let requests = ring.site.wiretap.requests
      #expect(requests.contains { $0.contains("way.made") && $0.contains("drill") }, "the proof is sent")
      // A single word may be part of our own text; two in a row are the phrase.
      for (one, next) in zip(words, words.dropFirst()) {
        let phrase = try Regex("\\b\(one)[^a-z]{1,6}\(next)\\b")
        #expect(requests.allSatisfy { $0.firstMatch(of: phrase) == nil }, "a phrase was sent")
      }
      try await page.expectQuietConsole()
    }
  }

  /// Notes the last touch with what it gave, and the last order to open with it.
  static let script = """
    const told = PublicKeyCredential.prototype.toJSON;
    PublicKeyCredential.prototype.toJSON = function () {
      const answer = told.call(this);
      if (answer.clientExtensionResults?.prf?.results) sessionStorage.setItem('touch', JSON.stringify(answer));
      return answer;
    };
    const fetched = window.fetch;
    window.fetch = async (...asked) => {
      const response = await fetched(...asked);
      response.clone().json().then(({ start }) => {
        const work = start?.find(({ effect }) => effect === 'way.open');
        if (work) sessionStorage.setItem('work', JSON.stringify(work));
      }, () => {});
      return response;
    };
    """
  /// Opens the Master Key in the page that is shown, with the last touch.
  static let opening = """
    const vault = await \(ours("vault.js"));
    vault.remember(JSON.parse(sessionStorage.getItem('touch')));
    return (await vault.effects['way.open'](JSON.parse(sessionStorage.getItem('work')))).reply;
    """

  @Test("a wrap that is not the paper's fails the right words, although the Master Key is open in the page")
  func tampered() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page, isOpen = "return (await \(ours("vault.js"))).openMasters().size"
      try await ring.register()
      let words = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await begin(ring)
      #expect(try await page.run(Self.opening) == "way.opened")
      #expect(try await page.run(isOpen) == 1)
      let whole = try await code(ring), account = whole.account
      try await ring.site.store.write { records in
        var way = whole
        way.sealed?.wrap = try #require(try records.ways(of: account).first { $0.label == "black" }?.sealed?.wrap)
        try records.update(way)
      }
      try await submit(words, ring)
      try await page.wait(forText: "These words don't open your account.")
      #expect(try await page.text.contains("doesn't fit together, so nothing was opened or changed."))
      #expect(try await code(ring).proofs == [:])
      #expect(try await page.run(isOpen) == 1, "what was open stays open")

      try await ring.site.store.write { try $0.update(whole) }
      try await page.press("Try the words again")
      try await page.wait(untilTrue: "document.querySelectorAll('.word-entry input').length === 12")
      try await submit(words, ring)
      try await page.wait(forText: "Your paper works. These words open your account.")
    }
  }
}
