import Encoding
import HandsProtocol
import Keycard
import Model
import Sentences

// The steps that the orders share
extension CardOneShot {
  func ask(_ effect: CardEffect, _ secrets: [FieldID: Secret] = [:]) async -> CardReply {
    await perform(CardWork(effect, secrets: secrets)).reply
  }
  func expect(_ reply: CardReply, of effect: CardEffect) async throws(Stop) {
    let found = await ask(effect)
    guard found == reply else { throw Stop(found) }
  }

  /// Looks for a card in the reader.
  func reach() async throws(Stop) -> CardFacts {
    let found = await ask(.look)
    guard case .present(let card) = found else { throw Stop(found) }
    return card
  }

  /// Uses an existing pairing, the default password, or a supplied password (D-42…D-44).
  func pair(_ card: CardFacts) async throws(Stop) {
    guard card.contents != .blank else { throw Stop.blank(card) }
    var found = await ask(.pair)
    if found == .notPaired, secrets.has(.pairing) {
      found = await ask(.pairWith("pairing"), ["pairing": try await read(.pairing)])
    }
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

  /// Checks that the PIN can be verified without using the last try unless the caller permits it.
  func checkPIN(of card: CardFacts) async throws(Stop) {
    let left = try await tries()
    guard left.pin > 0 else {
      throw left.puk > 0
        ? Stop("frozen", "This card is frozen. latchstring card unfreeze opens it with the PUK.", tries: left)
        : Stop(blocked: card, left)
    }
    try checkLast(left.pin, "PIN", left)
  }

  func unlock(_ card: CardFacts) async throws(Stop) {
    try await prepare(card)
    try await verify(try await read(.pin))
  }

  /// Performs all steps that are possible without the PIN.
  func prepare(_ card: CardFacts) async throws(Stop) {
    try await pair(card)
    try await checkPIN(of: card)
  }

  func verify(_ pin: Secret) async throws(Stop) {
    switch await ask(.verifyPIN("pin"), ["pin": pin]) {
    case .correct: break
    case .wrong(let left): throw Stop("wrong", "That PIN is wrong.", tries: left)
    case let other: throw Stop(other)
    }
  }

  func checkLast(_ left: Int, _ name: Sentence, _ tries: CardTries) throws(Stop) {
    guard left > 1 || mayUseLastTry else {
      throw Stop("lastTry", "Only one \(name) try is left. Say --last-try if it may be used.", tries: tries)
    }
  }

  /// Generates the card's PUK and pairing password. They are saved before the card receives them, so that the PUK is
  /// still known if the card is removed right afterwards.
  func draw(besides pin: Secret) async throws(Stop) -> InitialCredentials {
    try requireWindow()
    guard let drawn = try? InitialCredentials.random(besides: pin) else {
      throw Stop("failed", "This computer draws no random numbers.")
    }
    guard await secrets.show(puk: drawn.puk, pairing: drawn.pairingPassword) else {
      throw Stop("notSaved", "The PUK and the pairing password were not saved, so the card was left as it is.")
    }
    return drawn
  }

  func setUp(_ pin: Secret, _ drawn: InitialCredentials) async throws(Stop) {
    switch await ask(
      .initialize(pin: "newPIN"), ["newPIN": pin, CardEffect.puk: drawn.puk, CardEffect.pairing: drawn.pairingPassword])
    {
    case .initialized: break
    case let other:
      throw Stop(
        other,
        while: """
          it was being set up. Run latchstring card status. If the card is set up, it has the PIN, the PUK and the \
          pairing password that were written: keep them. If it is empty, begin again and throw those away.
          """)
    }
  }

  /// Checks that the card may be erased, before anything is read, written or erased.
  func checkErasable(_ card: CardFacts) throws(Stop) {
    guard card.canBeErased else {
      throw Stop(
        "noReset",
        "A card of version \(card.version ?? "3.0") has no reset, so that it cannot be erased. Nothing was changed.",
        card)
    }
  }

  func newPIN() async throws(Stop) -> Secret { try await read(.newPIN) }
  func requireWindow() throws(Stop) {
    guard secrets.canShow else {
      throw Stop.usage(
        "nowhereToShow", "The card draws a PUK and a pairing password. --secrets-fd says where they are written.")
    }
  }

  /// Stops if there is no way to obtain the secret.
  func require(_ wanted: OneShotSecret) throws(Stop) { if !secrets.has(wanted) { throw .needing(wanted) } }

  func read(_ wanted: OneShotSecret) async throws(Stop) -> Secret {
    try require(wanted)
    guard let secret = await secrets.read(wanted) else {
      throw secrets.unreadable(wanted).map(Stop.unreadable) ?? .needing(wanted)
    }
    do throws(OneShotSecret.Problem) { return try wanted.read(secret) } catch { throw Stop.malformed(error.sentence) }
  }
}

extension CardOneShot {
  /// Returns what a card opens journals with, after its PIN. Nothing is signed, and nobody is signed in.
  /// - Throws: `CardProblem` if there is no card, or it refuses.
  public func openingSecret() async throws(CardProblem) -> Secret {
    do throws(Stop) {
      let card = try await reach()
      guard card.contents == .keys else { throw Stop("noKeys", "There is no account on this card.", card) }
      try await unlock(card)
      let news = await perform(CardWork(.unlock(KeyID(rawValue: ""))))
      guard case .unlocking(let secret)? = news.shown else { throw Stop(news.reply) }
      return secret
    } catch { throw CardProblem(error.result) }
  }
}
