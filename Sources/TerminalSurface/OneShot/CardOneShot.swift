import CardHands
import Encoding
import HandsProtocol
import Keycard
import Vocabulary

/// Carries out one order to a card without a conversation, for programs. It makes the same requests to the card as the
/// flows, in the same order.
public struct CardOneShot: Sendable {
  public enum Order: Hashable, Sendable {
    case status
    case initialize
    case signMessage(String, path: String)
    /// Signs a hash of 32 bytes, supplied as 64 hex digits with or without 0x.
    case signHash(String, path: String)
    case signFile(String, path: String)
    case change(CardSecret)
    case unblock
    /// Puts the phrase's account on this card. A card that is already set up is erased first if `erasing` is `true`.
    case backup(erasing: Bool)
    case reset(erasing: Bool)
    /// Gives the card this name, or only reports its current name.
    case name(String?)

    /// The reason why the order is invalid for any card; `nil` if it is valid.
    public var misuse: CardResult? {
      guard self == .reset(erasing: false) else { return nil }
      return Stop.usage("notConfirmed", "A reset erases every key on the card. Say --erase if that is what you want.")
        .result
    }
  }

  let perform: @Sendable (CardWork) async -> CardNews
  let secrets: any SecretSource
  /// `true` if the caller permits using the last try (D-57).
  let mayUseLastTry: Bool

  public init(
    _ secrets: any SecretSource, lastTry: Bool = false, perform: @escaping @Sendable (CardWork) async -> CardNews
  ) {
    self.secrets = secrets; mayUseLastTry = lastTry; self.perform = perform
  }

  /// Carries out the order, or reports why it cannot be carried out.
  public func run(_ order: Order) async -> CardResult {
    if let misuse = order.misuse { return misuse }
    do throws(Stop) { return try await carryOut(order) } catch { return error.result }
  }

  private func carryOut(_ order: Order) async throws(Stop) -> CardResult {
    switch order {
    case .status: return try await status()
    case .initialize:
      let card = try await reach()
      guard card.contents == .blank else { throw Stop("notBlank", "This card is set up already.", card) }
      let pin = try await newPIN()
      try await setUp(pin, try await draw(besides: pin))
    case .signMessage(let text, let path):
      guard !text.isEmpty else { throw Stop.usage("malformed", "There is nothing to sign.") }
      return try await sign(.signMessage("message", path: path), path, "message", Secret(Array(text.utf8)))
    case .signHash(let text, let path):
      guard case .secret(let digits, _)? = FieldCheck.judge(Secret(Array(text.utf8)), .hash) else {
        throw Stop.usage("malformed", "A hash has 64 hexadecimal digits.")
      }
      return try await sign(.signHash("hash", path: path), path, "hash", digits)
    case .signFile(let file, let path):
      guard case .secret(let hash, _) = FieldCheck.file(file) else {
        throw Stop.usage("malformed", "\(file) cannot be read.")
      }
      return try await sign(.signFile("file", path: path), path, "file", hash)
    case .change(let kind):
      let card = try await reach()
      try await prepare(card)
      // Both values are read, and their form is checked, before either is sent, so that an invalid new secret does not
      // use up a try of the old PIN.
      let pin = try await read(.pin), value = try await read(kind.fresh)
      try await verify(pin)
      switch await ask(.change(kind, "new"), ["new": value]) {
      case .set: break
      case .unfit: throw Stop("unfit", "The PUK must not begin with the PIN.")
      case let other where kind == .pin:
        throw Stop(
          other, while: "its PIN was changed, so it may have the new one. If it refuses one of the two, use the other.")
      case let other: throw Stop(other)
      }
    case .unblock: try await unblock()
    case .backup(let erasing): try await backup(erasing: erasing)
    case .reset:
      let card = try await reach()
      guard card.contents != .blank else { break }
      try checkErasable(card)
      try await expect(.reset, of: .factoryReset)
    case .name(nil): break
    case .name(let name?):
      guard name.utf8.count <= Self.nameRoom else {
        throw Stop.usage("malformed", "A card's name has at most \(Self.nameRoom) bytes.")
      }
      try await unlock(try await reach())
      try await expect(.named, of: .name(name))
    }
    return CardResult(facts: try await reach())
  }

  /// The maximum length of a name in UTF-8 bytes, as limited by the format of a card's metadata.
  private static let nameRoom = 20

  private func status() async throws(Stop) -> CardResult {
    let card = try await reach()
    // Reading the remaining tries requires a pairing. No new pairing is created just for this.
    var facts = card
    switch await ask(.identifyMaker) {
    case .maker(let maker): facts.maker = maker
    case let other: throw Stop(other)
    }
    guard card.isPaired else { return CardResult(facts: facts) }
    switch await ask(.pair) {
    case .paired: return CardResult(facts: facts, tries: try await tries())
    case .notPaired, .noSlot:  // the card forgot this computer
      facts.isPaired = false
      return CardResult(facts: facts)
    case let other: throw Stop(other)
    }
  }

  private func sign(_ effect: CardEffect, _ path: String, _ field: FieldID, _ value: Secret) async throws(Stop)
    -> CardResult
  {
    switch WalletPath.judge(path) {
    case .wallet: break
    // The card and the hands reject such paths too, but only after a PIN has been tried.
    case .malformed:
      throw .usage(
        "malformed", "\(path) is no path. One is m/44'/60'/0'/0/0, of at most \(WalletPath.mostSteps) steps.")
    case .login:
      throw .usage("malformed", "The keys under \(CardLogin.root.description) sign in, and sign nothing else.")
    }
    let card = try await reach()
    guard card.contents != .blank else { throw Stop.blank(card) }
    guard card.contents == .keys else { throw Stop("noKeys", "There is no account on this card.", card) }
    try await unlock(card)
    switch await ask(effect, [field: value]) {
    case .signature(let made):
      var result = CardResult(facts: card)
      result.signature = made
      return result
    case let other: throw Stop(other)
    }
  }

  private func unblock() async throws(Stop) {
    let card = try await reach()
    try await pair(card)
    let left = try await tries()
    guard left.pin == 0 else { throw Stop("notFrozen", "This card is not frozen.", tries: left) }
    guard left.puk > 0 else { throw Stop(blocked: card, left) }
    try checkLast(left.puk, "PUK", left)
    let puk = try await read(.puk), pin = try await newPIN()
    switch await ask(.unblockPIN(puk: "puk", newPIN: "newPIN"), ["puk": puk, "newPIN": pin]) {
    case .correct: break
    case .wrong(let left):
      throw Stop("wrong", "That PUK is wrong, so the card did not take the new PIN either.", tries: left)
    case .unfit: throw Stop("unfit", "The PUK must not begin with the PIN.")
    case let other:
      throw Stop(
        other,
        while:
          """
          it was given a new PIN. Run latchstring card status: a card that has PIN tries left is open, with the new \
          PIN.
          """
      )
    }
  }

  private func backup(erasing: Bool) async throws(Stop) {
    let card = try await reach()
    guard card.contents == .blank || erasing else {
      throw Stop("notBlank", "This card is set up already. Say --erase to erase it first.", card)
    }
    try checkErasable(card)
    let phrase = try await read(.phrase), pin = try await newPIN()
    try requireWindow()
    switch await ask(.checkPhrase("phrase", for: nil), ["phrase": phrase]) {
    case .phraseFits: break
    case .phraseMalformed: throw Stop("phraseMalformed", "Those words are not a card's phrase. Nothing was changed.")
    case let other: throw Stop(other)
    }
    let drawn = try await draw(besides: pin)
    if card.contents != .blank { try await expect(.reset, of: .factoryReset) }
    try await setUp(pin, drawn)
    try await pair(try await reach())
    guard await ask(.verifyPIN("pin"), ["pin": pin]) == .correct else {
      throw Stop("failed", "The card did not take its new PIN.")
    }
    try await expect(.loaded, of: .loadPhrase)
  }
}

extension CardSecret {
  var fresh: OneShotSecret {
    switch self {
    case .pin: .newPIN
    case .puk: .newPUK
    case .pairing: .newPairing
    }
  }
}
