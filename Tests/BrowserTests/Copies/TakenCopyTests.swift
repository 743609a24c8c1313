import Browser
import Encoding
import Foundation
import Model
import Person
import TestProgram
import Testing
import Words

/// A copy of the journal, made in a real page, saved, and opened without the site: by the opener from a disk, by
/// `latchstring opener`, and by a program that is not ours.
@Suite struct TakenCopyTests {
  /// What a person saved: a copy from the time of each kit.
  private struct Saved {
    var folder: CopyFolder, first: String, second: String, opener: String
    var words: [String], newWords: [String]
  }

  /// Takes a copy, makes a new kit, writes on, and takes another.
  private func saved() async throws -> Saved {
    let folder = try CopyFolder()
    var saved: Saved?
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      let words = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("first “entry” <é>")
      try await ring.add(person: "Ana", "holds kit no. 1")
      try await ring.takeCopy(ring.yellow)
      let text = try await page.text
      #expect(text.contains("In it: 1 entry, 1 person or provider."), "\(text)")
      #expect(text.contains("The twelve words of kit no. 1.") && !text.contains("account recovery gives back, when"))
      try await page.press("Done")
      try await page.wait(forText: "The copy is not saved yet.")
      let (first, opener) = try await folder.save(from: page, as: "first")
      try await page.press("Done")
      try await page.isIn(.recovery)
      #expect(try await page.text.contains("A copy was last asked for today."))

      try await ring.beginNewCode(with: ring.yellow)
      let newWords = try await ring.save()
      try await page.isIn(.recovery)
      try await ring.openJournal(ring.black)
      try await ring.write("second")
      try await ring.takeCopy(ring.black)
      #expect(try await page.text.contains("In it: 2 entries, 1 person or provider."))
      #expect(try await page.text.contains("The twelve words of kit no. 2."))
      let (second, _) = try await folder.save(from: page, as: "second")
      try await page.enter(.activity)
      try await page.wait(forText: "A copy of your journal taken")
      try await page.expectQuietConsole()

      let requests = ring.site.wiretap.requests, phrases = [words, newWords]
      for (one, next) in phrases.flatMap({ zip($0, $0.dropFirst()) }) {
        let phrase = try Regex("\\b\(one)[^a-z]{1,6}\(next)\\b")
        #expect(requests.allSatisfy { $0.firstMatch(of: phrase) == nil }, "a phrase was sent")
      }
      let signature = try #require(
        try String(contentsOfFile: second, encoding: .utf8).firstMatch(of: /"signed":"([^"]+)"/)?.1)
      #expect(requests.allSatisfy { !$0.contains(signature) }, "the copy itself is never sent")
      saved = Saved(
        folder: folder, first: first, second: second, opener: opener, words: words, newWords: newWords)
    }
    return try #require(saved)
  }

  private func entropy(_ words: [String]) throws -> [UInt8] { try RecoveryPhrase(words: words).entropy }

  @Test("saved copies open from a disk without a network, in a terminal, and in Python; each with its own kit alone")
  func opened() async throws {
    let saved = try await saved()
    try await openFromDisk(saved)
    try await openInTerminal(saved)
    for (copy, words, texts) in [
      (saved.first, saved.words, #"["Ana", "first “entry” <é>"]"#),
      (saved.second, saved.newWords, #"["Ana", "first “entry” <é>", "second"]"#),
    ] {
      let read = try await python(copy, words)
      #expect(read.status == 0 && read.output == texts + "\n", "\(read.errors)")
    }
    #expect(try await python(saved.second, saved.words).errors.contains("another kit"))
  }

  private func python(_ copy: String, _ words: [String]) async throws -> TestProgram.Outcome {
    try await TestProgram(["/usr/bin/python3", "-c", ForeignReader.script, copy, Hex.encode(entropy(words))]).run()
  }

  // From a disk

  private func openFromDisk(_ saved: Saved) async throws {
    try await OpenerPage.with(saved.opener) { opener in
      let page = opener.page, axe = try Axe(page)
      try await axe.check("the opener", in: Axe.Look.all)
      try await opener.choose(saved.first)
      #expect(try await page.text.contains("The journal of mirela, as it was on "))
      #expect(try await page.text.contains("Type the twelve words of kit no. 1."))
      try await opener.open(with: saved.newWords)
      try await page.wait(forText: "These words don't open this copy. It opens with kit no. 1 alone")
      try await axe.check("another kit's words", in: Axe.Look.all)
      try await opener.open(with: Array(repeating: "abandon", count: 12))
      try await page.wait(forText: "These twelve words don't belong together.")
      try await opener.open(with: saved.words)
      try await page.wait(forText: "first “entry” <é>")
      #expect(try await page.text.contains("Ana\nholds kit no. 1"))
      try await axe.check("an opened copy", in: Axe.Look.all)
      try await page.saveDownloads(in: saved.folder.path)
      try await page.press("Save as text")
      try await saved.folder.arrives("first.txt", on: page)
      let text = String(decoding: try saved.folder.bytes(saved.folder.path + "/first.txt"), as: UTF8.self)
      #expect(text.hasPrefix("The journal of mirela, as it was on "))
      #expect(text.contains("\nfirst “entry” <é>\n") && text.contains("\nPeople and providers\n\n"))
      #expect(text.contains("\nAna\n"))
      try await page.press("Close")
      try await page.wait(forText: "Closed. Nothing of the journal is left in this page.")
      #expect(try await !page.text.contains("first “entry”"))

      try await opener.choose(saved.second)
      try await opener.open(with: saved.words)
      try await page.wait(forText: "It opens with kit no. 2 alone")
      try await opener.open(with: saved.newWords)
      try await page.wait(forText: "Where your things lie")
      #expect(try await page.text.contains(": nobody said where"), "the first copy was noted, in plain words")
      let whole = try saved.folder.bytes(saved.second)
      var changed = whole
      changed[whole.count / 2] ^= 1
      let others = [
        (Array(whole.dropLast()), "This copy is damaged"), (changed, "This copy is damaged"),
        (Array("{}".utf8), "This file is no copy of a journal."),
        (Array(#"{"format":"ls1-copy","version":2}"#.utf8), "A newer Latchstring made this copy."),
      ]
      for (number, (bytes, said)) in others.enumerated() {
        try await opener.choose(try saved.folder.write(bytes, as: "other-\(number).json"))
        try await page.wait(forText: said)
        #expect(try await page.findAll("#secret:not([hidden])").isEmpty)
      }
      try await opener.expectNothingSent()
    }
  }

  // In a terminal

  private func opener(_ arguments: [String], _ words: [String]) async throws -> TestProgram.Outcome {
    try await TestProgram.latchstring(["opener"] + arguments + ["--words-fd", "0"]).run(
      input: words.joined(separator: " ") + "\n")
  }

  private func openInTerminal(_ saved: Saved) async throws {
    let plain = try await opener([saved.second], saved.newWords)
    #expect(plain.status == 0 && plain.output.hasPrefix("The journal of mirela, as it was on "), "\(plain.errors)")
    #expect(plain.output.contains("\nsecond\n") && plain.output.contains("\nAna\nholds kit no. 1\n"))
    let newest = try #require(plain.output.range(of: "second")).lowerBound
    let noted = "\nWhere your things lie\n\n"
    #expect(plain.output.contains(noted) && plain.output.contains(": nobody said where\n"), "the first copy is noted")
    #expect(try newest < #require(plain.output.range(of: "first “entry” <é>")).lowerBound, "newest first")

    struct Printed: Decodable {
      struct Entry: Decodable { var text: String?, name: String? }
      var account: String, entries: [Entry], people: [Entry]
    }
    let json = try await opener([saved.first, "--json"], saved.words)
    let printed = try JSONDecoder().decode(Printed.self, from: Data(json.output.utf8))
    #expect(printed.account == "mirela" && printed.people.map(\.name) == ["Ana"])
    #expect(printed.entries.map(\.text) == ["first “entry” <é>"])

    let refused = try await opener([saved.second, "--json"], saved.words)
    #expect(refused.status == 1 && refused.output.contains("\"wrong\"") && refused.output.contains("kit no. 2 alone"))
    #expect(try await opener([saved.first], saved.newWords).errors.contains("kit no. 1 alone"))
    #expect(try await opener([saved.first], ["abandon"]).errors.contains("Those are 1 words; it takes 12."))
    let cut = try saved.folder.write(Array(try saved.folder.bytes(saved.first).dropLast(40)), as: "cut.json")
    #expect(try await opener([cut], saved.words).errors.contains("cut.json is damaged"))
    let short = try saved.folder.write([1, 2, 3], as: "recovered")
    let recovered = try await TestProgram.latchstring(["opener", saved.first, "--escrow", short]).run()
    #expect(recovered.status == 1 && recovered.errors.contains("does not open that way"))

    let terminal = try await PseudoTerminal(.latchstring(["opener", saved.first]))
    try await terminal.wait(for: "The twelve words of kit no. 1 (not shown): ")
    let unfit = Array(repeating: "abandon", count: 12).joined(separator: " ")
    try await terminal.type(unfit, until: "don't belong together")
    try await terminal.type(saved.words.joined(separator: " "), until: "first “entry” <é>")
    #expect(try await terminal.ended() == 0)
    #expect(!terminal.seen.contains(saved.words.prefix(2).joined(separator: " ")), "what is typed is not shown")
  }
}
