import Vocabulary
import HandsProtocol
import Model

@testable import Flows

extension KeyID { static let card = KeyID(rawValue: "card") }
extension Evidence { static let signed = Evidence(rawValue: "signed") }

extension CardFacts {
  /// Cards in a contact reader: with an account, set up but empty, and new from its box.
  static let ready = CardFacts(.keys, instance: "1111", keyUID: "aa", freeSlots: 4, name: "blue", isPaired: true)
  static let empty = CardFacts(.noKeys, instance: "1111", isPaired: true)
  static let blank = CardFacts(.blank)
  static let other = CardFacts(.keys, instance: "2222", keyUID: "bb")
  static func held(_ contents: Contents = .keys) -> CardFacts {
    CardFacts(contents, instance: "1111", isContactless: true)
  }
}
extension CardTries {
  static let full = CardTries(pin: 3, puk: 5), last = CardTries(pin: 1, puk: 5), frozen = CardTries(pin: 0, puk: 5),
    blocked = CardTries(pin: 0, puk: 0)
}

extension Walk where F.Words == AccountWords {
  /// The pending orders to the hands.
  var asked: [HandsEffect] { underway.compactMap { if case .hands(let effect) = $0 { effect } else { nil } } }
  var askedCard: CardEffect? { asked.lazy.compactMap { if case .card(let effect) = $0 { effect } else { nil } }.first }
  var banners: [String] { screen.blocks.compactMap { if case .banner(let copy, _) = $0 { copy.text } else { nil } } }
  /// The facts on the screen, line by line.
  var facts: [String] {
    screen.blocks.flatMap { block -> [String] in
      switch block {
      case .facts(let facts), .receipt(let facts): facts.map { "\($0.name): \($0.text.text)" }
      default: []
      }
    }
  }
  /// The fields on the screen, in order.
  var fields: [FieldID] { screen.blocks.compactMap { if case .field(let field) = $0 { field.id } else { nil } } }
  func kind(of id: FieldID) -> FieldKind? {
    screen.blocks.lazy.compactMap { if case .field(let field) = $0, field.id == id { field.kind } else { nil } }.first
  }

  @discardableResult
  mutating func card(_ news: CardReply) throws -> Step<F> { try hands(.card(news)) }
  @discardableResult
  mutating func server(card news: ServerReply.Card) throws -> Step<F> { try server(.card(news)) }

  /// Goes through reader and pairing to the PIN.
  mutating func reach(_ card: CardFacts, _ tries: CardTries = .full) throws {
    try self.card(.present(card))
    try self.card(.paired)
    try self.card(.tries(tries))
  }
  mutating func type(_ fields: FieldID..., press label: String = "Continue") throws {
    form = Form(uniqueKeysWithValues: fields.map { ($0, .ready) })
    try press(label)
  }
  mutating func tick(_ box: FieldID, press label: String = "Continue") throws {
    form = [box: .ticked]
    try press(label)
  }
  /// Goes to a card that is ready, with the correct PIN.
  mutating func open(_ card: CardFacts) throws {
    try reach(card)
    try type("pin")
    try self.card(.correct)
  }
  /// Confirms the three requested words correctly.
  mutating func recall() throws {
    try card(.wordsAsked([3, 7, 11]))
    try type("phraseWord1", "phraseWord2", "phraseWord3")
    try card(.wordsFit)
  }
  /// Sets a blank card's PIN, and writes down its PUK.
  mutating func prepare(into card: CardFacts = .empty) throws {
    try self.card(.present(.blank))
    try type("newPIN", "newPINAgain")
    try self.card(.initialized)
    try self.card(.shown)
    try tick(CardPreparation.box)
    try self.card(.present(card))
    try self.card(.paired)
    try self.card(.tries(.full))
    try self.card(.correct)
  }
}
