import Encoding
import Flows
import Keycard
import Model
import SimulatedCard
import TestCards
import Vocabulary

@testable import CardHands
@testable import Runner
@testable import RunnerTests
@testable import VirtualReaders

/// A flow during which the card is removed: its beginning, its undisturbed end, and the conditions that must hold in
/// any case.
struct PulledFlow: Sendable, CustomStringConvertible {
  var description: String
  var flow: FlowName
  /// Prepares everything that exists before the flow begins, anew for each case.
  var prepare: @Sendable () async throws -> (Bench, CardPerson)
  var prefers: [String] = [], once: [String] = []
  /// The card's PIN afterwards, and the number of places for computers that a clean run uses.
  var pin = PreparedCard.pin, places = 1
  /// `true` if the card is blank afterwards.
  var isEmptied = false
  /// `true` if this computer has no pairing with the card afterwards.
  var isForgotten = false
  /// `true` if the card is the way in to the account, if there is one.
  var holdsAccount = true
  /// `true` if the card is set up during the flow, with its PUK on the person's paper.
  var setsUp = false
  /// `true` if the flow is about the account's card.
  var isAboutCard = false
  /// Whether the Master Key is open here afterwards; `nil` if the flow may leave it either way.
  var opens: Bool?
  /// The event that the account's log holds afterwards, if the flow is there to note one.
  var notes: AuditEvent?

  /// The result of one run.
  struct Outcome: Sendable {
    var end: RunEnd, commands: Int
    var problems: [String]
  }

  /// Runs the flow once, removing the card once.
  func walk(_ tear: VirtualTear?) async throws -> Outcome {
    var (bench, person) = try await prepare()
    person.prefers = prefers
    person.once = once
    let isSignedIn = person.session.account != nil, grants = person.grants, signatures = person.signatures
    bench.reader.remove()
    bench.reader.tear(tear)
    try await person.start(flow, about: isAboutCard ? try await person.cards().first?.id : nil)
    let end = try await person.finish(), commands = bench.reader.commands
    bench.reader.tear(nil)
    var problems: [String] = []
    func require(_ isSo: Bool, _ why: @autoclosure () -> String) {
      if !isSo { problems.append(why()) }
    }

    require(person.grants - grants <= person.signatures - signatures, "a session without a signature")
    require(end.grants || isSignedIn == (person.session.account != nil), "signed in without a grant")
    let look = try bench.look(at: person.card, pin: pin)
    require(look.isBlank == isEmptied, "blank: \(look.isBlank)")
    if isForgotten {
      require(look.freeSlots == 10, "\(look.freeSlots) free places")
      require(!look.isPaired, "the pairing is kept")
    } else if !isEmptied {
      require(look.tries == [3, 5], "tries: \(look.tries)")
      require(look.takesPIN, "the card does not take its PIN")
      require(look.freeSlots >= 10 - places - 1, "\(look.freeSlots) free places")
    }
    if setsUp {
      let puk = person.papers.puks.first ?? ""
      let isRight = try unfreezes(puk, person.card, bench)
      require(isRight, "the PUK on the paper is not the card's")
    }
    require(opens == nil || opens == person.vault.isOpen, "the Master Key is open: \(person.vault.isOpen)")
    require(!person.hasRead("This card is not frozen"), "a card that the PUK opened is said not to have been frozen")
    if let account = try await person.account() {
      let rows = try await person.rows(of: account), cards = rows.ways.filter { $0.kind == .card }
      require(cards.count <= 1, "\(cards.count) rows of cards")
      require(!holdsAccount || cards.first?.id == look.key, "account and card do not agree")
      require(!holdsAccount || cards.first?.opens == true, "the card opens nothing")
      require(
        rows.events.count { $0 == .accountCreated } == 1, "\(rows.events.count { $0 == .accountCreated }) accounts")
      require(notes.map { rows.events.contains($0) } ?? true, "the log lacks what happened")
      require(rows.ways.count { $0.kind != .card } <= 1, "\(rows.ways.count) ways")
    } else {
      require(!end.grants, "a session of no account")
    }
    return Outcome(end: end, commands: commands, problems: problems.map { "\($0); read at last: \(person.lastRead)" })
  }

  private func unfreezes(_ puk: String, _ card: SimulatedCard?, _ bench: Bench) throws -> Bool {
    guard let card, puk.count == 12 else { return false }
    try freeze(card, bench.pairings)
    let client = KeycardClient(RehearsalCard(card))
    guard case .initialized(let application) = try client.select(),
      let pairing = try bench.pairings.pairing(with: application.instanceUID),
      try client.openSecureChannel(pairing) == .open
    else { return false }
    return try client.unblock(puk: Secret(Array(puk.utf8)), newPIN: Secret(Array("314159".utf8))) == .unblocked
  }
}

extension CardPerson {
  var lastRead: String { read.suffix(4).map { $0.joined(separator: " | ") }.joined(separator: " → ") }
}
