import Encoding
import FlowKit
import HandsProtocol
import Keycard
import LocalHands

/// One order to a card without a conversation, for programs. It asks the card the same things as the flows, in the same order.
public struct CardOneShot: Sendable {
  public enum Order: Hashable, Sendable {
    case status
    case initialize
    case signMessage(String, path: String)
    /// 32 bytes, as 64 hex digits, with or without 0x.
    case signHash(String, path: String)
    case signFile(String, path: String)
    case change(CardSecret)
    case unblock
    /// The phrase's account on this card; a card that is set up is erased first, where that is said.
    case backup(erasing: Bool)
    case reset(erasing: Bool)
    /// Gives the card this name, or only says the one that it has.
    case name(String?)
  }

  let perform: @Sendable (CardWork) async -> CardNews
  let secrets: any SecretSource
  /// The last try is used only where the caller says so (D-57).
  let mayUseLastTry: Bool

  public init(_ secrets: any SecretSource, lastTry: Bool = false, perform: @escaping @Sendable (CardWork) async -> CardNews) {
    self.secrets = secrets; mayUseLastTry = lastTry; self.perform = perform
  }

  /// Does it, or says why not.
  public func run(_ order: Order) async -> CardResult {
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
      guard case .secret(let hash, _) = FieldCheck.file(file) else { throw Stop.usage("malformed", "\(file) cannot be read.") }
      return try await sign(.signFile("file", path: path), path, "file", hash)
    case .change(let kind):
      let card = try await reach()
      try await prepare(card)
      // Both are read, and judged by their form, before either is sent: a new one that cannot be costs no try of the old PIN.
      let pin = try await read(.pin), value = try await read(kind.fresh)
      try await verify(pin)
      switch await ask(.change(kind, "new"), ["new": value]) {
      case .set: break
      case .unfit: throw Stop("unfit", "The PUK must not begin with the PIN.")
      case let other: throw Stop(other)
      }
    case .unblock: try await unblock()
    case .backup(let erasing): try await backup(erasing: erasing)
    case .reset(let erasing):
      guard erasing else { throw Stop.usage("notConfirmed", "A reset erases every key on the card. Say --erase if that is what you want.") }
      let card = try await reach()
      guard card.contents != .blank else { break }
      try checkErasable(card)
      try await expect(.reset, of: .factoryReset)
    case .name(nil): break
    case .name(let name?):
      guard name.utf8.count <= Self.nameRoom else { throw Stop.usage("malformed", "A card's name has at most \(Self.nameRoom) bytes.") }
      try await unlock(try await reach())
      try await expect(.named, of: .name(name))
    }
    return CardResult(facts: try await reach())
  }

  /// How many bytes of UTF-8 the format of a card's metadata has room for.
  private static let nameRoom = 20

  private func status() async throws(Stop) -> CardResult {
    let card = try await reach()
    // Asking for the tries takes a pairing; one that is not there yet is not taken for this.
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

  private func sign(_ effect: CardEffect, _ path: String, _ field: FieldID, _ value: Secret) async throws(Stop) -> CardResult {
    switch WalletPath.judge(path) {
    case .wallet: break
    // The card and its hands refuse such paths too, but only after a PIN was tried.
    case .malformed: throw .usage("malformed", "\(path) is no path. One is m/44'/60'/0'/0/0, of at most \(WalletPath.mostSteps) steps.")
    case .login: throw .usage("malformed", "The keys under \(CardLogin.root) sign in, and sign nothing else.")
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
    try await pair(try await reach())
    let left = try await tries()
    guard left.pin == 0 else { throw Stop("notFrozen", "This card is not frozen.", tries: left) }
    guard left.puk > 0 else { throw Stop("blocked", "No PUK tries remain: only a factory reset makes the card usable again.", tries: left) }
    try checkLast(left.puk, "PUK", left)
    let puk = try await read(.puk), pin = try await newPIN()
    switch await ask(.unblockPIN(puk: "puk", newPIN: "newPIN"), ["puk": puk, "newPIN": pin]) {
    case .correct: break
    case .wrong(let left): throw Stop("wrong", "That PUK is wrong, so the card did not take the new PIN either.", tries: left)
    case .unfit: throw Stop("unfit", "The PUK must not begin with the PIN.")
    case let other: throw Stop(other)
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
    guard await ask(.verifyPIN("pin"), ["pin": pin]) == .correct else { throw Stop("failed", "The card did not take its new PIN.") }
    try await expect(.loaded, of: .loadPhrase)
  }
}

// The steps that the orders share
extension CardOneShot {
  func ask(_ effect: CardEffect, _ secrets: [FieldID: Secret] = [:]) async -> CardReply {
    await perform(CardWork(effect, secrets: secrets)).reply
  }
  private func expect(_ reply: CardReply, of effect: CardEffect) async throws(Stop) {
    let found = await ask(effect)
    guard found == reply else { throw Stop(found) }
  }

  /// Looks at what lies in the reader.
  func reach() async throws(Stop) -> CardFacts {
    let found = await ask(.look)
    guard case .present(let card) = found else { throw Stop(found) }
    return card
  }

  /// Paired already, with the default password, or with one that is given (D-42…D-44).
  func pair(_ card: CardFacts) async throws(Stop) {
    guard card.contents != .blank else { throw Stop.blank(card) }
    var found = await ask(.pair)
    if found == .notPaired, secrets.has(.pairing) { found = await ask(.pairWith("pairing"), ["pairing": try await read(.pairing)]) }
    switch found {
    case .paired: break
    case .notPaired: throw Stop("notPaired", "The card's pairing password is needed: --pairing-fd gives it.", card)
    case .noSlot: throw Stop("noSlot", "Every place that this card has for a computer is taken.", card)
    default: throw Stop(found)
    }
  }

  func tries() async throws(Stop) -> CardTries {
    let found = await ask(.readTries)
    guard case .tries(let tries) = found else { throw Stop(found) }
    return tries
  }

  /// Whether the PIN can be tried without using the last try unasked.
  func checkPIN() async throws(Stop) {
    let left = try await tries()
    guard left.pin > 0 else {
      throw left.puk > 0
        ? Stop("frozen", "This card is frozen. latchstring card unfreeze opens it with the PUK.", tries: left)
        : Stop("blocked", "No PUK tries remain: only a factory reset makes the card usable again.", tries: left)
    }
    try checkLast(left.pin, "PIN", left)
  }

  private func unlock(_ card: CardFacts) async throws(Stop) {
    try await prepare(card)
    try await verify(try await read(.pin))
  }

  /// As far as it goes without the PIN.
  private func prepare(_ card: CardFacts) async throws(Stop) {
    try await pair(card)
    try await checkPIN()
  }

  private func verify(_ pin: Secret) async throws(Stop) {
    switch await ask(.verifyPIN("pin"), ["pin": pin]) {
    case .correct: break
    case .wrong(let left): throw Stop("wrong", "That PIN is wrong.", tries: left)
    case let other: throw Stop(other)
    }
  }

  private func checkLast(_ left: Int, _ name: String, _ tries: CardTries) throws(Stop) {
    guard left > 1 || mayUseLastTry else {
      throw Stop("lastTry", "Only one \(name) try is left. Say --last-try if it may be used.", tries: tries)
    }
  }

  /// What the card gets besides its PIN. It is written before the card gets it: torn out right after it took it, it has a PUK that somebody knows.
  private func draw(besides pin: Secret) async throws(Stop) -> InitialCredentials {
    try requireWindow()
    guard let drawn = try? InitialCredentials.random(besides: pin) else { throw Stop("failed", "This computer draws no random numbers.") }
    guard await secrets.show(puk: drawn.puk, pairing: drawn.pairingPassword) else {
      throw Stop("notSaved", "The PUK and the pairing password were not saved, so the card was left as it is.")
    }
    return drawn
  }

  private func setUp(_ pin: Secret, _ drawn: InitialCredentials) async throws(Stop) {
    switch await ask(.initialize(pin: "newPIN"), ["newPIN": pin, CardEffect.puk: drawn.puk, CardEffect.pairing: drawn.pairingPassword]) {
    case .initialized: break
    case .removed:
      var stop = Stop(.removed)
      stop.result.message =
        "The card was taken out while it was set up. Where latchstring card status says that it is, it has the PIN, the PUK and the "
        + "pairing password that were written. Else begin again: they are drawn anew."
      throw stop
    case let other: throw Stop(other)
    }
  }

  /// Before anything is read, written or erased.
  private func checkErasable(_ card: CardFacts) throws(Stop) {
    guard card.canBeErased else {
      throw Stop("noReset", "A card of version \(card.version ?? "3.0") has no reset, so that it cannot be erased. Nothing was changed.", card)
    }
  }

  private func newPIN() async throws(Stop) -> Secret { try await read(.newPIN) }
  private func requireWindow() throws(Stop) {
    guard secrets.canShow else {
      throw Stop.usage("nowhereToShow", "The card draws a PUK and a pairing password. --secrets-fd says where they are written.")
    }
  }

  /// Where there is no way to be told it.
  func require(_ wanted: OneShotSecret) throws(Stop) { if !secrets.has(wanted) { throw .needing(wanted) } }

  private func read(_ wanted: OneShotSecret) async throws(Stop) -> Secret {
    try require(wanted)
    guard let secret = await secrets.read(wanted) else { throw .needing(wanted) }
    do throws(OneShotSecret.Problem) { return try wanted.read(secret) } catch { throw Stop.malformed(error.sentence) }
  }
}

/// Why a one-shot goes no further.
struct Stop: Error {
  var result: CardResult

  init(_ code: String, _ message: String, _ card: CardFacts? = nil, tries: CardTries? = nil) {
    result = CardResult(status: 1, code, message, facts: card, tries: tries)
  }
  static func usage(_ code: String, _ message: String) -> Stop {
    var stop = Stop(code, message)
    stop.result.status = 2
    return stop
  }
  static func blank(_ card: CardFacts) -> Stop { Stop("blank", "This card is not set up yet.", card) }
  static func needing(_ wanted: OneShotSecret) -> Stop {
    .usage("secretNeeded", "--\(wanted.rawValue)-fd is needed: the number of a file descriptor with it on one line.")
  }
  /// A secret that is none by its form.
  static func malformed(_ problem: String) -> Stop { .usage("malformed", "\(problem) Nothing was sent, and no try was used.") }
  /// What the hands said instead of what was wanted.
  init(_ reply: CardReply) {
    switch reply {
    case .absent(let why):
      self.init(why == .inUse ? "in-use" : why.rawValue, why.sentence)
      result.status = 3
    case .removed:
      self.init("removed", "The card was taken out, or went for a moment. Begin again.")
      result.status = 3
    case .declined: self.init("declined", "The person at the hands said no.")
    case .lost: self.init("lost", "The hands no longer have what was typed.")
    default: self.init("failed", "The card refused. Nothing is known to have changed.")
    }
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

extension CardAbsence {
  fileprivate var sentence: String {
    switch self {
    case .noDaemon: "The card service pcscd does not run."
    case .noReader: "There is no card reader."
    case .noCard: "There is no card in the reader."
    case .notKeycard: "The card in the reader is not a Keycard."
    case .unreadable: "The card in the reader does not answer."
    case .inUse: "Another program is using the card. Close that program, then try again."
    case .counterfeit: "The card shows the maker's certificate of another card: it is not what it says it is."
    case .severalCards: "There is more than one Keycard in the readers. Take one out, or name the reader with --reader."
    default: "There is no card to talk to."
    }
  }
}
