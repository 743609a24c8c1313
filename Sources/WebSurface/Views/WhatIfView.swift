import Access
import Foundation
import Sentences
import WaysBack

/// “What if I lose …”: the things to tick, and the answer to what is ticked.
struct WhatIfView {
  let picture: Picture
  /// The names of the ticked boxes.
  let fields: Set<String>
  /// What is known of the paper with the recovery code.
  let paper: PaperFacts

  var values: [String: Any] {
    get throws {
      let lost = Things(picture.things.indices.filter { fields.contains(Self.field(picture.things[$0])) })
      let answer = LossAnswer(picture, losing: lost)
      var values: [String: Any] = [
        "title": say("What if I lose …"), "register": "working", "back": Origin.account.link,
        "action": AccountRoutes.whatIfPath, "left": answer.left.rawValue, "mark": answer.left.words.said,
        "answer": answer.sentence.said, "groups": groups, "picture": try Self.json(of: picture),
        "origin": Origin.account.path,
      ]
      switch picture.rehearsal(of: answer) {
      case .way(let way): values["way"] = way
      case .none(let why?): values["why"] = [why.rawValue: true] as [String: Any]
      case .none(nil): break
      }
      return values
    }
  }

  /// The name of the box of a thing. It stays the same when other things come or go.
  private static func field(_ thing: Thing) -> String { "lose \(thing.kind.rawValue) \(thing.id)" }

  // MARK: Groups

  /// What lies in a place or device is grouped under it, the rest by kind. A group without things is left out.
  private var groups: [[String: Any]] {
    let things = picture.things, homes = picture.holdings.placesOfThings
    let wholes = things.filter { $0.kind == .place || $0.kind == .device }
    var groups = wholes.map { whole in
      let inside = things.filter { homes[$0.id] == whole.id && $0.id != whole.id }
      return ["whole": box(whole), "things": inside.map(box)] as [String: Any]
    }
    let placed = Set(wholes.map(\.id))
    let kinds: [(Sentence, Set<Thing.Kind>)] = [
      ("Keys and cards", [.key, .card]), ("On paper", [.paper]), ("What you know", [.pin, .known]),
      ("With others", [.provider, .method, .site]), ("Copies", [.copy]),
    ]
    for (heading, kinds) in kinds {
      let loose = things.filter { kinds.contains($0.kind) && !(homes[$0.id].map(placed.contains) ?? false) }
      if !loose.isEmpty { groups.append(["heading": heading.said, "things": loose.map(box)]) }
    }
    return groups
  }

  private func box(_ thing: Thing) -> [String: Any] {
    let field = Self.field(thing)
    var values: [String: Any] = ["field": field, "name": thing.name.said, "isLost": fields.contains(field)]
    if let note = note(on: thing) { values["note"] = note.said }
    return values
  }

  private func note(on thing: Thing) -> Sentence? {
    let holdings = picture.holdings
    switch thing.kind {
    case .device where holdings.site == .here(thing.id): return "Your account is stored on this computer."
    case .place, .device: return "With everything in it"
    case .site: return "Where your account is"
    case .key:
      guard let key = holdings.keys.first(where: { $0.id == thing.id }) else { return nil }
      return key.power != .opens ? "It signs in only" : key.provedOn == nil ? "Not tried yet" : nil
    case .card: return holdings.cards.contains { $0.id == thing.id && $0.provedOn == nil } ? "Not tried yet" : nil
    case .paper:
      let isUntried = holdings.code?.papers.allSatisfy { $0.provedOn == nil } == true
      return isUntried ? "Not tried yet" : paper.read.first
    case .provider where holdings.hasUntriedEscrow: return "Not tried lately"
    case .pin, .known, .provider, .method, .copy: return nil
    }
  }

  // MARK: The picture for the script

  /// The picture with what `what-if.js` needs beside it.
  private struct PictureForPage: Encodable {
    let picture: ExportedPicture
    /// The name of each thing's box.
    let fields: [String]
    /// The name of each thing inside a sentence; empty for a thing that a way back does not name.
    let names: [String]
    /// The way in that a rehearsal tries for each thing; empty for a thing that none is about.
    let ways: [String]
    /// The numbers of the papers of which only three words were ever read.
    let read: [Int]
    let hasJournal, hadJournal, hasOnlyPractice: Bool
  }

  /// - Returns: JSON that is safe in an element.
  private static func json(of picture: Picture) throws -> String {
    let page = PictureForPage(
      picture: picture.exported, fields: picture.things.map(field),
      names: picture.things.map { $0.kind.isShown ? $0.nameInSentence.said : "" },
      ways: picture.things.map { picture.way(of: $0) ?? "" }, read: picture.onlyRead.numbers,
      hasJournal: picture.hasJournal,
      hadJournal: picture.holdings.hasJournal, hasOnlyPractice: picture.holdings.hasOnlyPractice)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(page), as: UTF8.self).replacing("<", with: "\\u003c")
  }
}

extension Picture {
  /// The way in that can be rehearsed with this thing: a key or a card that opens, or a paper with the recovery code.
  fileprivate func way(of thing: Thing) -> String? {
    switch thing.kind {
    case .key: holdings.keys.first { $0.id == thing.id && $0.power == .opens }?.id
    case .card: holdings.cards.first { $0.id == thing.id }?.id
    case .paper: holdings.code.flatMap { thing.id.hasPrefix("\($0.record), ") ? $0.record : nil }
    default: nil
    }
  }

  /// What of the way that is left can be rehearsed: the account is there, and one thing alone opens the journal.
  /// `what-if.js` is the twin.
  fileprivate func rehearsal(of answer: LossAnswer) -> Rehearsable {
    guard hasJournal, answer.left == .in || answer.left == .hopedIn, let way = answer.way else { return .none(nil) }
    let shown = way.takes.numbers.map { things[$0] }.filter(\.kind.isShown)
    if shown.contains(where: \.isOfEscrow) { return .none(.escrow) }
    guard let only = shown.first, shown.count == 1 else { return .none(.several) }
    guard let id = self.way(of: only) else { return .none(.other) }
    return .way(id)
  }
}

/// What can be rehearsed of the way that is left, by the id of its record; or why nothing can, if something is left.
private enum Rehearsable {
  case way(String), none(Why?)
  /// Account recovery asks providers, several things are needed, or what is left is not shown to anybody here.
  enum Why: String { case escrow, several, other }
}

extension Holdings {
  /// The places in which things lie, by the things' ids.
  fileprivate var placesOfThings: [String: String] {
    var places: [String: String] = [:]
    for key in keys { places[key.id] = key.place }
    for card in cards { places[card.id] = card.place }
    for copy in copies { places[copy.id] = copy.place }
    return places
  }
}
