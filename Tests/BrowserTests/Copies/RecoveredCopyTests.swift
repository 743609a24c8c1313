import Browser
import Foundation
import Person
import TestProgram
import TestProvider
import Testing

@testable import latchstringTests

/// A copy of the journal whose site is gone: account recovery gives a file back in a terminal, and the opener on a disk
/// takes it.
@Suite struct RecoveredCopyTests {
  private static let entry = "The spare is at Ana's.", site = "journals.localhost"

  /// What a person saved while the site stood, and what their providers gave back afterwards.
  private struct Kept {
    var folder: CopyFolder, copy: String, opener: String, words: [String], recovered: String
  }

  private func kept() async throws -> Kept {
    let folder = try CopyFolder(), recovered = folder.path + "/recovered"
    var kept: Kept?
    try await withEscrowPlace(name: Self.site) { place in
      var clock: ClockProgram?
      try await place.visit { visit in
        try await visit.ring.register()
        let words = try await visit.ring.enroll()
        try await visit.ring.openJournal(visit.ring.yellow)
        try await visit.ring.write(Self.entry)
        clock = try await visit.setUp()
        try await visit.ring.takeCopy(visit.ring.yellow)
        let text = try await visit.page.text
        #expect(text.contains("The file that account recovery gives back, when its providers help you."), "\(text)")
        let (copy, opener) = try await folder.save(from: visit.page, as: "copy")
        kept = Kept(folder: folder, copy: copy, opener: opener, words: words, recovered: recovered)
      }
      try await recover(to: recovered, in: folder, try #require(clock), place)
    }
    return try #require(kept)
  }

  /// Account recovery in a terminal, on a computer that knows nothing of the site.
  private func recover(
    to file: String, in folder: CopyFolder, _ program: ClockProgram, _ place: EscrowPlace
  ) async throws {
    let command = ["escrow", "recover", "--data", folder.path + "/elsewhere", "--save", file]
    let providers = place.providers.flatMap { ["--provider", $0.provider.url] }
    func begin(_ flags: String...) async throws -> TerminalVisit {
      TerminalVisit(
        try await PseudoTerminal(.latchstring(command + flags + providers, environment: ["NO_COLOR": "1"])))
    }
    var visit = try await begin()
    try await visit.identify()
    try await visit.pass(try #require(try await visit.board().first), program, at: place.providers, place.clock)
    try await close(visit)
    let advice = try await visit.terminal.wait(for: "nothing has to be typed again.").replacing(/\s+/, with: " ")
    #expect(advice.contains("What came back opens an account at \(Self.site), and is in no file."))
    #expect(advice.contains("latchstring escrow recover --save FILE --for-opener"))
    #expect(try await visit.ended() == 0)
    #expect(!FileManager.default.fileExists(atPath: file), "nobody gets that file without asking for it")

    visit = try await begin("--for-opener")
    try await visit.choose("Go on")
    try await close(visit)
    let told = try await visit.terminal.wait(for: "latchstring opener COPY --escrow").replacing(/\s+/, with: " ")
    #expect(told.contains("taken at \(Self.site) while this account recovery stood"), "\(told)")
    let label = try #require(told.firstMatch(of: /opener\.html takes it under “([^”]+)”/)?.1)
    #expect(label == "The file that account recovery gave back")
    #expect(try await visit.ended() == 0)
    #expect(try folder.bytes(file).count == 32)
  }
  private func close(_ visit: TerminalVisit) async throws {
    try await visit.see("Nobody is signed in with it.")
    try await visit.choose("Close")
  }

  @Test("with the site gone and no network, the opener on a disk takes the file that account recovery gave back")
  func fromDisk() async throws {
    let kept = try await kept()
    let other = try kept.folder.write([UInt8](repeating: 9, count: 32), as: "other")
    let short = try kept.folder.write([1, 2, 3], as: "short")
    try await OpenerPage.with(kept.opener) { opener in
      let page = opener.page, axe = try Axe(page)
      try await opener.choose(kept.copy)
      #expect(try await page.text.contains("One of the two is enough: the words, or the file."))
      #expect(
        try await page.evaluate("document.getElementById('recovered').labels[0].innerText")
          == "The file that account recovery gave back")
      try await page.press("Open it")
      try await page.wait(forText: "Type all twelve words from the paper, or choose the file")
      try await axe.check("words or a file", in: Axe.Look.all)
      for file in [other, short] {
        try await opener.open(withFile: file)
        try await page.wait(forText: "That file does not open this copy.")
      }
      try await axe.check("another file", in: Axe.Look.all)
      try await opener.open(withFile: kept.recovered)
      try await page.wait(forText: Self.entry)
      #expect(try await page.evaluate("document.activeElement.id") == "journal-title")
      try await axe.check("a copy opened with a file", in: Axe.Look.all)
      try await page.press("Close")
      #expect(try await !page.text.contains(Self.entry))

      try await opener.choose(kept.copy)
      try await opener.open(withFile: other)
      try await page.wait(forText: "That file does not open this copy.")
      try await page.type("abandn\t", into: "#word-1")
      try await page.wait(untilTrue: "document.querySelector('#by-words [id$=hint]')")
      try await axe.check("a word that is not in the list", in: Axe.Look.all)
      try await opener.open(with: kept.words)
      try await page.wait(forText: Self.entry)  // the words were given last
      try await opener.expectNothingSent()
    }
    let opened = try await TestProgram.latchstring(["opener", kept.copy, "--escrow", kept.recovered]).run()
    #expect(opened.status == 0 && opened.output.contains("\n\(Self.entry)\n"), "\(opened)")
    try await byKeyboard(kept)
  }

  private func byKeyboard(_ kept: Kept) async throws {
    try await OpenerPage.with(kept.opener) { opener in
      let page = opener.page, keyboard = Keyboard(page: page)
      try await keyboard.go(to: "The copy: a file named like latchstring-name-2026-01-31.json")
      try await keyboard.type(kept.copy)
      try await page.wait(forText: "Type the twelve words of kit no. 1.")
      try await keyboard.go(to: "The file that account recovery gave back")
      try await keyboard.type(kept.recovered)
      try await keyboard.press("Open it")
      try await page.wait(forText: Self.entry)
      for name in ["Print", "Save as text"] { try await keyboard.go(to: name) }
      try await keyboard.press("Close")
      try await page.wait(untilTrue: "document.activeElement.id === 'copy'")
    }
  }
}
