import Encoding
import Vocabulary
import Foundation
import Testing

@testable import TerminalSurface

/// Printed lines, and the text typed into one.
@Suite struct TextTests {
  @Test("Sentences wrap at the terminal's width, aligned to their first letter; signatures do not")
  func wraps() {
    let long = String(repeating: "a", count: 60)
    #expect(TextLine("One two three four five six seven").wrapped(to: 20) == ["One two three four", "five six seven"])
    #expect(
      TextLine("1. One two three four five six", indent: 3).wrapped(to: 20) == ["1. One two three", "   four five six"])
    #expect(TextLine("Signature: \(long)").wrapped(to: 20) == ["Signature:", long])
  }

  @Test("Commands, codes and quoted text are kept on one line for copying, if they fit") func whole() {
    func wrapped(_ text: String, to columns: Int) -> [String] {
      var line = TextLine(verbatim: text)
      line.whole = CopiedParts.of(text)
      return line.wrapped(to: columns)
    }
    #expect(
      wrapped("No PIN is set. Set one: latchstring keys pin", to: 36) == [
        "No PIN is set. Set one:", "latchstring keys pin",
      ])
    #expect(
      wrapped("The command “latchstring keys doctor” may say why.", to: 30) == [
        "The command", "“latchstring keys doctor” may", "say why.",
      ])
    #expect(
      wrapped("Begin with: one two three four five six", to: 20) == ["Begin with: one two", "three four five six"],
      "it fits on no line")
    #expect(wrapped("Said: this is a sentence.", to: 20) == ["Said: this is a", "sentence."])
    #expect(wrapped("  1. A list keeps its place.", to: 20) == ["  1. A list keeps", "its place."])
  }

  @Test("The words are the same with and without color") func color() {
    let line = TextLine("Problem: That PIN is wrong.", .error)
    #expect(line.drawn(on: ScriptedTerminal([])) == ["Problem: That PIN is wrong."])
    #expect(line.drawn(on: ScriptedTerminal([], hasColor: true)) == ["\u{1B}[31mProblem: That PIN is wrong.\u{1B}[0m"])
  }

  @Test(
    "What a card or another person wrote cannot move the cursor",
    arguments: ["a\u{1B}[2Jb", "a\rb", "a\u{9B}31mb", "a\u{202E}b", "a\u{2028}b"])
  func printable(_ text: String) {
    #expect(
      TextLine(verbatim: text).text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      })
  }

  private func type(_ bytes: [UInt8]) -> (TypedLine.Change, String) {
    var line = TypedLine(), rest = bytes[...], last = TypedLine.Change.nothing
    while let byte = rest.popFirst() {
      last = line.take(byte) { rest.popFirst() }
      if [.entered, .back, .end].contains(last) { break }
    }
    return (last, line.secret.text)
  }

  @Test("M-07: Esc and Control-C go back; an arrow key does not") func keys() {
    #expect(type([0x31, 0x1B]).0 == .back)
    #expect(type([0x31, 0x03]).0 == .back)
    #expect(type([4]).0 == .end)
    #expect(type(Array("12\u{1B}[A3\u{1B}[1;5C4\u{1B}OB5\n".utf8)) == (.entered, "12345"))
  }

  @Test("Backspace deletes a whole character, and Control-U the line") func editing() {
    #expect(type(Array("aé\u{7F}b\r".utf8)) == (.entered, "ab"))
    #expect(type(Array("abc\u{15}d\r".utf8)) == (.entered, "d"))
    #expect(type(Array("\u{7F}\u{7F}x\n".utf8)) == (.entered, "x"))
  }

  @Test("D-58: words that are not on the list are identified by number, never repeated") func words() {
    let phrase = PlayedHands.phrases[0].replacing("about", with: "abuot")
    guard case .refused(let why) = FieldCheck.phrase(Secret(Array(phrase.utf8)), [12]) else {
      Issue.record("It was taken.")
      return
    }
    let said = why.english
    #expect(said.hasPrefix("Word 12 is not in the list. Word 12: did you mean about") && !said.contains("abuot"))
    let two =
      "wxyz " + PlayedHands.phrases[0].split(separator: " ").dropFirst().dropLast().joined(separator: " ") + " wxyz"
    guard case .refused(let both) = FieldCheck.phrase(Secret(Array(two.utf8)), [12]) else {
      Issue.record("It was taken.")
      return
    }
    #expect(both.english.hasPrefix("Words 1 and 12 are not in the list. "))
    #expect(both.english.hasSuffix(" Nothing was sent. Type all the words once more."))
    #expect(!both.english.contains("wxyz"))
  }

  @Test("Only a file's SHA-256 is used") func file() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: place) }
    try Data("abc".utf8).write(to: place)
    guard case .secret(let hash, let name) = FieldCheck.file(place.path) else {
      Issue.record("It was not read.")
      return
    }
    #expect(hash.text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" && name == place.path)
    guard case .refused = FieldCheck.file("/no/such/file") else {
      Issue.record("There is no such file.")
      return
    }
  }
}
