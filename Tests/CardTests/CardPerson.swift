import AccountService
import CardHands
import Demo
import Encoding
import Flows
import Foundation
import HandsProtocol
import Model
import SimulatedCard
import Store
import TestCards
import TestSite
import Vocabulary
import Wraps

@testable import Runner
@testable import RunnerTests
@testable import TerminalSurface

/// A person with a card at a reader: the real runner, hands, vault and card, without a page. Buttons are pressed by
/// their labels.
struct CardPerson {
  static let origin = Client.origin
  let store: any Store
  let clock: TestClock
  let runner: Runner
  let sessions: Sessions
  let slot: Slot
  let operations: CardOperations
  /// The vault that opens the Master Key here; in a browser with passkeys, the page's hands do this.
  var vault = Vault(memory: DeviceMemory(path: nil))
  var page: Hands?
  var passkey = DemoAuthenticator(hasPRF: true)
  /// The card in the person's hand. It is inserted whenever one is requested.
  var card: SimulatedCard?
  var papers = Papers()
  /// The labels of the buttons that this person prefers on any screen that offers them, and of those to press only
  /// once.
  var prefers: [String] = [], once: [String] = []

  var session: Session
  var run = ""
  var answer: Answer?
  var answers = Answers()
  var pending: [Ticket: HandsWork] = [:]

  /// Every order to the card with its answer.
  private(set) var told: [(effect: CardEffect, reply: CardReply)] = []
  /// Everything that the screens said, screen by screen.
  private(set) var read: [[String]] = []
  private(set) var made: CardSignature?
  private(set) var signatures = 0
  private(set) var grants = 0

  /// A new person, in an existing store if one is given.
  init(
    _ slot: Slot, _ operations: CardOperations, store: (any Store)? = nil, holding card: SimulatedCard? = nil
  ) async throws {
    let site = try await Client.asking(store)
    self.init(site, slot, operations)
    self.card = card
  }
  /// A returning person, with passkeys.
  init(_ site: Client, _ slot: Slot, _ operations: CardOperations) {
    (store, clock, runner, sessions, session) = (site.store, site.clock, site.runner, site.sessions, site.session)
    (self.slot, self.operations) = (slot, operations)
  }

  /// An action that no flow expects, or a flow that never ends.
  struct Stuck: Error, CustomStringConvertible {
    var why: String, screens: [[String]]
    var description: String {
      "\(why); read at last: \(screens.suffix(4).map { $0.joined(separator: " | ") }.joined(separator: " → "))"
    }
  }
  func stuck(_ why: String) -> Stuck { Stuck(why: why, screens: read) }

  mutating func start(_ flow: FlowName, about subject: KeyID? = nil) async throws {
    try await open(try await runner.start(flow, about: subject, in: session, from: "/lab"))
  }
  /// Loads the page of a run, with empty memory.
  mutating func open(_ run: String) async throws {
    self.run = run
    (answers, pending, answer) = (Answers(), [:], nil)
    try await take(try await runner.open(run, in: session))
  }
  /// Follows a finished run to its destination; `false` if that is a page.
  mutating func follow() async throws -> Bool {
    guard let next = answer?.next, next.hasPrefix("/flow/") else { return false }
    try await open(String(next.dropFirst("/flow/".count)))
    return true
  }

  private mutating func take(_ new: Answer) async throws {
    if let token = new.token, let signedIn = try await sessions.find(token) {
      session = signedIn
      grants += 1
    }
    for ticket in new.cancel { pending[ticket] = nil }
    if new.screen != answer?.screen { answers.turn(to: new.screen.fieldIDs) }
    answer = new
    read.append(new.screen.words)
    for case .forget(let field) in new.orders { answers.forget(field) }
    for work in new.start { pending[work.ticket] = work }
  }

  // The hands

  /// The oldest pending order to the hands.
  var asked: HandsWork? { pending.values.min { $0.ticket < $1.ticket } }
  var isOver: Bool { answer?.end != nil }

  /// Carries out one of the flow's orders to the hands.
  mutating func perform(_ work: HandsWork) async throws {
    pending[work.ticket] = nil
    let news: HandsMessage.News
    switch work.task {
    case .card(let effect, let claim):
      let said = await operations.perform(
        CardWork(effect, secrets: answers.secrets(for: effect.fields), claim: claim), from: SeatOwner(Self.origin))
      told.append((effect, said.reply))
      note(said, of: effect)
      news = .card(said.reply, made: said.made)
    case .way(let way): news = .way(try open(way, work))
    case .key(_, let options): news = try touch(options)
    case .wait, .escrow: throw stuck("nobody here does \(work.effect)")
    }
    try await take(try await runner.report(HandsMessage(work.ticket, news), run, in: session))
  }

  /// Carries out all pending orders, except those that only wait.
  mutating func settle() async throws {
    while !isOver, let work = asked, !work.isWatch { try await perform(work) }
  }

  private mutating func note(_ news: CardNews, of effect: CardEffect) {
    switch (news.reply, effect) {
    case (.wrong, .verifyPIN): papers.wasWrong(\.pins)
    case (.wrong, .unblockPIN): papers.wasWrong(\.puks)
    case (.notPaired, .pairWith), (.notPaired, .pairForNow(.some)): papers.wasWrong(\.pairings)
    case (.signed, _): signatures += 1
    case (.signature(let signature), _): made = signature
    default: break
    }
    switch news.shown {
    case .secrets(let puk, let pairing):
      papers.puks.insert(puk.text, at: 0)
      papers.pairings.insert(pairing.text, at: 0)
    case .phrase(let phrase): papers.phrase = phrase.text
    case .unlocking(let secret):
      guard case .unlock(let key) = effect else { break }
      vault.remember(secret, of: key)
      page?.unlock(key.rawValue, secret.withBytes { Array($0) })
    case nil: break
    }
  }

  private mutating func open(_ way: WayTask, _ work: HandsWork) throws -> WayNews {
    if page != nil {
      guard let news = try page?.perform(work) else { throw stuck("no page") }
      return news
    }
    switch way {
    case .drop(let materials): return vault.drop(materials)
    case .open(let key, let materials): return vault.open(key, materials)
    case .drill(let key, let materials): return vault.drill(key, materials, origin: Self.origin)
    default: return .unable
    }
  }

  private mutating func touch(_ options: String) throws -> HandsMessage.News {
    guard let given = try passkey.get(options, origin: Self.origin) else { throw stuck("no passkey") }
    return .given(credential: try page?.remember(given) ?? given)
  }

  // The person

  /// Types into any field of the screen.
  mutating func type(_ text: String, into field: FieldID) {
    switch answer?.screen.kind(of: field) {
    case .text: answers.give(text, to: field)
    case .box: answers.tick(field)
    case .secret, .passing, nil: answers.give(Secret(Array(text.utf8)), to: field)
    }
  }
  /// Presses the button with this label.
  mutating func press(_ label: String) async throws {
    guard let answer, let choice = answer.screen.choices.first(where: { $0.label.text == label }) else {
      throw stuck("there is no \(label)")
    }
    let form = answers.form(on: answer.screen)
    answers.turn(to: [])
    try await take(try await runner.press(choice.action, fields: form, revision: answer.revision, run, in: session))
  }
  /// The labels of the currently enabled buttons.
  var buttons: [String] {
    guard let screen = answer?.screen else { return [] }
    return screen.choices.filter { $0.needs.allSatisfy { answers.meets($0, on: screen) } }.map(\.label.text)
  }
  var words: [String] { answer?.screen.words ?? [] }
  func says(_ part: String) -> Bool { words.contains { $0.contains(part) } }
  func hasRead(_ part: String) -> Bool { read.contains { $0.contains { $0.contains(part) } } }
}

extension HandsWork {
  /// `true` if it waits for something that only the person can do.
  var isWatch: Bool { if case .watch = card { true } else { false } }
}

extension Screen<String> {
  /// All words on the screen, including its buttons.
  var words: [String] {
    let blocks = blocks.compactMap { block -> String? in
      switch block {
      case .banner(let copy, _): copy.text
      case .facts(let facts), .receipt(let facts): facts.map { "\($0.name): \($0.text.text)" }.joined(separator: ", ")
      default: nil
      }
    }
    return says.map(\.text) + blocks + choices.map { "[\($0.label.text)]" }
  }
  func kind(of id: FieldID) -> FieldKind? {
    for block in blocks {
      switch block {
      case .field(let field) where field.id == id: return field.kind
      case .box(id, _): return .box
      default: break
      }
    }
    return nil
  }
}
