import AccountService
import Encoding
import Foundation
import Sentences
import Wraps

/// The size of a journal, counted by hands that opened it.
struct JournalSize: Hashable, Sendable {
  var entries = 0, people = 0

  /// The size as a sentence.
  var sentence: Sentence {
    let written: Sentence = entries == 1 ? "1 entry" : "\(entries) entries"
    let known: Sentence = people == 1 ? "1 person" : "\(people) people"
    return switch (entries, people) {
    case (0, 0): "Your journal is here. Nothing is written in it yet."
    case (_, 0): "Your journal is here: \(written)."
    default: "Your journal is here: \(written) and \(known)."
    }
  }
}

extension Vault {
  /// Opens and checks everything that the index names, and counts it. Returns `nil` if no Master Key is open here.
  /// - Throws: `Refused`, `Older` or `WrapsError` if what the server gave does not fit together.
  func count(_ journal: Journals.Contents) throws -> JournalSize? {
    guard let entries = try read(journal) else { return nil }
    var size = JournalSize()
    for plain in entries {
      switch try JSONDecoder().decode(Kind.self, from: Data(plain)).kind {
      case "person": size.people += 1
      case "belongings": break  // which nobody wrote as an entry
      default: size.entries += 1
      }
    }
    return size
  }

  /// Opens and checks everything that the index names. Returns `nil` if no Master Key is open here.
  /// - Throws: As `count`.
  func read(_ journal: Journals.Contents) throws -> [[UInt8]]? {
    guard let keys = next?.keys ?? open else { return nil }
    guard journal.g == keys.newest.generation else { throw Refused() }
    guard journal.index.rev >= memory.seen(Base64URL.encode(keys.account)).rev else { throw Older() }
    return try keys.newest.openIndex(journal.index.sealed, rev: journal.index.rev).map { line in
      guard let sealed = journal.entries[Base64URL.encode(line.id)], Compact.hash(sealed) == line.hash,
        let own = keys[line.generation]
      else { throw Refused() }
      return try own.openEntry(line.id, rev: line.rev, sealed)
    }
  }

  /// What an entry says of itself: a page writes the same form.
  private struct Kind: Decodable { var kind: String }
}
