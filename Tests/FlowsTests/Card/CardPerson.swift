import Vocabulary
import HandsProtocol
import Model

@testable import Flows

/// A person who reads each screen, fills in what it asks for and presses the first button that leads on; with a card
/// that behaves.
struct CardPerson<F: Flow> {
  enum Fault: CaseIterable {
    /// The card is removed before or after it carries out the order.
    case removedBefore, removedAfter
    case anotherCard, failed, lost, reloaded
    /// The hands released the card before the order arrived.
    case letGo
  }
  var walk: Walk<F>
  var contents: CardFacts.Contents
  var server: (ServerEffect) -> ServerReply?
  /// The answered orders, in sequence.
  var told: [HandsEffect] = []
  private var strangerLies = false
  /// The keys and cards with the wrap that the hands made when each first opened.
  private var wraps: Set<KeyID> = []
  private var fault: (at: Int, Fault)?
  /// The labels of the buttons that this person prefers if the screen offers them.
  var prefers: [String] = []

  init(_ start: F.State, _ contents: CardFacts.Contents, server: @escaping (ServerEffect) -> ServerReply?) {
    walk = Walk(start); self.contents = contents; self.server = server
  }

  var facts: CardFacts {
    if strangerLies { return .other }
    return contents == .blank ? .blank : CardFacts(contents, instance: "1111", isPaired: true)
  }

  /// Continues to the end, with one fault at the n-th order to the hands. `nil` if there is no such order, or the fault
  /// does not apply to it.
  mutating func finish(_ fault: Fault? = nil, at position: Int = -1) throws -> F.Output? {
    for _ in 0..<200 {
      if let output = walk.output { return output }
      if let effect = walk.step.perform.first?.work ?? pendingServer {
        guard let reply = server(effect) else { return nil }
        try walk.server(reply)
      } else if let effect = walk.asked.first {
        told.append(effect)
        if told.count - 1 == position, let fault {
          guard try inflict(fault, on: effect) else { return nil }
        } else {
          try walk.hands(answer(effect))
        }
      } else {
        try press()
      }
    }
    return walk.output
  }

  private var pendingServer: ServerEffect? {
    walk.underway.lazy.compactMap { if case .server(let effect) = $0 { effect } else { nil } }.first
  }

  private mutating func inflict(_ fault: Fault, on effect: HandsEffect) throws -> Bool {
    if fault == .reloaded {
      walk.reload()
      return true
    }
    let reply: CardReply
    switch fault {
    case .removedBefore: reply = .removed
    case .removedAfter:
      _ = answer(effect)
      reply = .removed
    case .anotherCard:
      // Blank cards cannot be told apart.
      guard effect.isOrder, contents != .blank else { return false }
      reply = .removed
      strangerLies = true
    case .failed: reply = .failed
    case .lost: reply = .lost
    case .letGo: reply = .letGo
    case .reloaded: return false
    }
    guard Reply.hands(.card(reply)).answers(.hands(effect)) else { return false }
    try walk.card(reply)
    return true
  }

  private mutating func answer(_ effect: HandsEffect) -> HandsReply {
    switch effect {
    case .key: return .key(.given(.tap))
    case .wait(let timer, _): return .elapsed(timer)
    case .way(.open(let key)): return .way(wraps.insert(key).inserted ? .made(.made) : .opened)
    case .way: return .way(.unable)
    case .escrow: return .escrow(.failed)
    case .card(let order):
      let facts = facts
      if case .watch = order { strangerLies = false }
      return .card(answer(order, facts))
    }
  }

  private mutating func answer(_ order: CardEffect, _ facts: CardFacts) -> CardReply {
    switch order {
    case .look: return .present(facts)
    case .watch: return .changed
    case .rehearse: return .rehearsing
    case .meet: return .met
    case .pair, .pairWith: return .paired
    case .pairForNow: return .pairedForNow
    case .readTries: return .tries(.full)
    case .identifyMaker: return .maker(.official)
    case .verifyPIN, .unblockPIN: return .correct
    case .freeSlots, .unpair: return .unpaired
    case .initialize:
      guard contents == .blank else { return .failed }
      contents = .noKeys
      return .initialized
    case .showSecrets, .showPhrase: return .shown
    case .factoryReset:
      contents = .blank
      strangerLies = false
      return .reset
    case .drawAccounts: return contents == .blank ? .failed : .accounts(["0x1", "0x2"])
    case .askWords: return .wordsAsked([3, 7, 11])
    case .checkWords: return .wordsFit
    case .checkPhrase: return .phraseFits
    case .loadPhrase:
      guard contents != .blank else { return .failed }
      contents = .keys
      return .loaded
    case .identifyPhrase: return .made(.made)
    case .identify: return contents == .keys ? .made(.made) : .failed
    case .sign: return contents == .keys ? .signed(.signed) : .failed
    case .unlock: return contents == .keys ? .unlocked : .failed
    case .signMessage, .signHash, .signFile: return .signature(CardSignature(address: "0x1", hash: "2", signature: "3"))
    case .change: return .set
    case .name: return .named
    }
  }

  private mutating func press() throws {
    for block in walk.screen.blocks {
      switch block {
      case .field(let field):
        switch field.kind {
        case .text(let text): walk.form[field.id] = .text(text.isEmpty ? "blue" : text)
        case .secret: walk.form[field.id] = .ready
        case .passing: walk.form[field.id] = .passing(Passing("x"))
        case .box: break
        }
      case .cardPhraseEntry(let id): walk.form[id] = .ready
      case .box(let id, _): walk.form[id] = .ticked
      default: break
      }
    }
    let onward = walk.screen.choices.filter {
      $0.style != .cancel && $0.style != .back && walk.buttons.contains($0.label.text)
    }
    guard let choice = onward.first(where: { prefers.contains($0.label.text) }) ?? onward.first else {
      throw Refusal.notOffered
    }
    try walk.press(choice.label.text)
  }
}

extension HandsEffect {
  /// `true` for an order to the card itself.
  fileprivate var isOrder: Bool {
    switch self {
    case .card(.look), .card(.watch), .card(.rehearse), .card(.meet): false
    case .card: true
    default: false
    }
  }
}
