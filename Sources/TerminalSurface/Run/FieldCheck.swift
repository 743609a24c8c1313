import Crypto
import Encoding
import EscrowHands
import HandsTools
import Flows
import Foundation
import HandsProtocol
import Keycard
import Vocabulary
import Words
import Sentences

/// Checks typed input before anything is sent, so that a PIN that is too short never uses up a try (D-58).
enum FieldCheck {
  enum Verdict {
    case text(String), secret(Secret, file: String?)
    /// The input is rejected for this reason.
    case refused(Sentence)
    /// The input differs from the field that it repeats, and that field is asked for again as well.
    case unequal(FieldID)
  }

  static func judge(_ typed: Secret, _ kind: FieldKind, with answers: Answers) -> Verdict {
    switch kind {
    case .text, .passing, .box: .text(typed.text)
    case .secret(.repeats(let first)):
      if let before = answers.secrets[first],
        typed.matches(before) || CardDigits.typed(typed, count: before.count)?.matches(before) == true
      {
        .secret(before, file: nil)
      } else {
        .unequal(first)
      }
    case .secret(let shape): judge(typed, shape) ?? .refused("That can't be typed here.")
    }
  }

  /// Judges the input by its form only; returns `nil` if the form is not decisive.
  static func judge(_ typed: Secret, _ shape: SecretShape) -> Verdict? {
    switch shape {
    case .digits(let count):
      CardDigits.typed(typed, count: count).map { .secret($0, file: nil) }
        ?? .refused("That is not \(count) digits. Nothing was sent, and no try was used.")
    case .nonEmpty, .code, .message: typed.count > 0 ? .secret(typed, file: nil) : .refused("Nothing was typed.")
    case .repeats: nil
    case .hash:
      CardHash.bytes(of: typed).map { .secret(Secret(Array(Hex.encode($0).utf8)), file: nil) }
        ?? .refused("A hash has 64 hexadecimal digits. Nothing was signed.")
    case .file: file(typed.text)
    case .photo: photo(typed.text)
    case .line(_, let isRequired): line(typed, isRequired)
    case .sentCode: sentCode(typed)
    case .phrase: phrase(typed, [12, 15, 18, 21, 24])
    case .words(let count): phrase(typed, [count])
    }
  }

  /// A single period means an empty value, because an empty line leads to the choices.
  private static func line(_ typed: Secret, _ isRequired: Bool) -> Verdict {
    let text = typed.text
    if !isRequired, text == "." { return .secret(Secret([]), file: nil) }
    return text.allSatisfy(\.isWhitespace) ? .refused("Nothing was typed.") : .secret(typed, file: nil)
  }

  /// Checks a code with or without the "A-", grouped or ungrouped (C-65).
  private static func sentCode(_ typed: Secret) -> Verdict {
    func isDash(_ character: Character) -> Bool {
      character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation }
    }
    var text = typed.text.uppercased().filter { !$0.isWhitespace && !isDash($0) }
    if text.first == "A" { text.removeFirst() }
    guard (1...16).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return .refused("A code has digits only, at most 16, after the A-. Nothing was sent.")
    }
    return .secret(Secret(Array(text.utf8)), file: nil)
  }

  /// Returns the words in their canonical spelling. The hands check whether they form a valid phrase.
  static func phrase(_ typed: Secret, _ counts: Set<Int>) -> Verdict {
    let words = typed.text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let unknown = words.indices.filter { EnglishWords.index(of: words[$0]) == nil }
    guard unknown.isEmpty else {
      let numbers = unknown.map { Sentence(verbatim: "\($0 + 1)") }.listed
      let said: Sentence =
        unknown.count == 1 ? "Word \(numbers) is not in the list." : "Words \(numbers) are not in the list."
      let hints: [Sentence] = unknown.compactMap { place in
        meant(words[place]).map { "Word \(place + 1): did you mean \($0)?" }
      }
      let advice: Sentence = "Nothing was sent. Type all the words once more."
      return .refused((hints + [advice]).reduce(said) { "\($0) \($1)" })
    }
    guard counts.contains(words.count) else {
      let allowed = counts.sorted().map { "\($0)" }.joined(separator: ", ")
      return .refused("Those are \(words.count) words; it takes \(allowed). Nothing was sent.")
    }
    return .secret(Secret(Array(words.joined(separator: " ").utf8)), file: nil)
  }

  /// Suggests the words that the person may have meant.
  private static func meant(_ word: String) -> Sentence? {
    let near = WordSuggestions.suggestions(for: word)
    guard let last = near.last, near.count > 1 else { return near.last.map { Sentence(verbatim: $0) } }
    return "\(near.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// Reads a picture from a file, which is passed to the hands.
  private static func photo(_ path: String) -> Verdict {
    do throws(PhotoFile.Fault) { return .secret(try PhotoFile.read(path), file: path) } catch {
      switch error {
      case .unreadable: return .refused("\(path) cannot be read.")
      case .notPicture: return .refused("\(path) is no whole PNG or JPEG picture.")
      case .tooLarge:
        return .refused(
          """
          \(path) is larger than 512 KiB. Make it smaller, for example by leaving out what is around your face.
          """)
      }
    }
  }

  /// Returns the SHA-256 of a file, in hex. The file itself is not sent anywhere.
  static func file(_ path: String) -> Verdict {
    let place = path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
    guard let handle = FileHandle(forReadingAtPath: place) else { return .refused("\(path) cannot be read.") }
    defer { try? handle.close() }
    var hash = SHA256()
    do {
      while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty { hash.update(data: part) }
    } catch { return .refused("\(path) cannot be read.") }
    return .secret(Secret(Array(Hex.encode(hash.finalize()).utf8)), file: path)
  }
}
