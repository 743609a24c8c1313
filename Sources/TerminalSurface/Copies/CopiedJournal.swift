import Encoding
import Foundation
import Sentences
import Wraps

/// The journal that a copy held, or that was opened here, for people and for programs: entries and people, newest
/// first.
public struct CopiedJournal: Sendable {
  public let account: String
  /// When the copy was made; `nil` for the journal itself.
  public let made: String?
  public let entries: [Entry], people: [Entry]
  /// Where the person's things lay: one entry at most.
  public let belongings: [Entry]

  /// What a page wrote into an entry.
  public struct Entry: Codable, Hashable, Sendable {
    enum Kind: String, Codable { case entry, person, belongings }
    let kind: Kind, at: String, text: String?, name: String?, note: String?
  }

  init(_ copy: JournalCopy, _ opened: OpenedCopy) throws(CopyRefusal) {
    var all: [Entry] = []
    for bytes in opened.entries.values {
      guard let entry = Entry(bytes) else { throw .damaged }
      all.append(entry)
    }
    self.init(of: copy.username, made: copy.made, all)
  }

  /// - Parameter made: When it was read; `nil` for now.
  init(of account: String, made: String? = nil, _ all: [Entry]) {
    let all = all.sorted { $0.at > $1.at }
    (self.account, self.made) = (account, made)
    (entries, people) = (all.filter { $0.kind == .entry }, all.filter { $0.kind == .person })
    belongings = all.filter { $0.kind == .belongings }
  }
}

extension CopiedJournal.Entry {
  /// - Returns: `nil` if a page did not write this.
  init?(_ plain: [UInt8]) {
    guard let entry = try? JSONDecoder().decode(Self.self, from: Data(plain)) else { return nil }
    self = entry
  }
}

extension CopiedJournal {
  /// The journal as text, one line after the other.
  public var lines: [String] {
    let title: Sentence =
      made.map { "The journal of \(Self.plain(account)), as it was on \(Self.day($0))." }
      ?? "The journal of \(Self.plain(account))."
    let known: Sentence = "People and providers", places: Sentence = "Where your things lie"
    func section(_ heading: Sentence, _ all: [Entry]) -> [String] {
      all.isEmpty ? [] : [heading.said, ""] + all.flatMap(\.lines)
    }
    return [title.said, ""] + entries.flatMap(\.lines) + section(known, people) + section(places, belongings)
  }

  /// The journal as one JSON object.
  public func json() throws -> String {
    struct Printed: Encodable {
      var code = "done", account: String, made: String?
      var entries: [Entry], people: [Entry], belongings: [Entry]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let printed = Printed(account: account, made: made, entries: entries, people: people, belongings: belongings)
    return String(decoding: try encoder.encode(printed), as: UTF8.self)
  }

  /// Text that moves no cursor and turns no direction: it may have been written by whoever had the account open.
  fileprivate static func plain(_ text: String) -> String { TextLine.printable(text) }

  /// A moment in this computer's time zone; the text itself if it is none.
  fileprivate static func moment(_ text: String, time: Bool = true) -> String {
    let styles = [Date.ISO8601FormatStyle(includingFractionalSeconds: true), .iso8601]
    guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return plain(text) }
    let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateSeparator(.dash)
    return date.formatted(time ? day.dateTimeSeparator(.space).time(includingFractionalSeconds: false) : day)
  }

  private static func day(_ text: String) -> String { moment(text, time: false) }
}

extension CopiedJournal.Entry {
  fileprivate var lines: [String] {
    let texts = [name, text ?? note].compactMap(\.self).filter { !$0.isEmpty }
    return [CopiedJournal.moment(at)]
      + texts.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
      .map { CopiedJournal.plain(String($0)) } + [""]
  }
}
