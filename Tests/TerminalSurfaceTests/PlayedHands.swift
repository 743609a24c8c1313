import CSecp256k1
import CardHands
import Encoding
import HandsProtocol
import Keycard
import Model
import Synchronization
import Vocabulary

/// Simulated hands with one card that is the same in every test: its random values are known, and only the server's
/// challenges vary.
final class PlayedHands: Sendable {
  static let phrases = [
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
    "letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
    "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong",
  ]
  struct Card {
    var contents = CardFacts.Contents.blank
    var pin = "123456", puk = "123456789012", pairing = "KeycardDefaultPairing"
    var tries = CardTries(pin: 3, puk: 5)
    var name: String?
    var phrase: String?
    var isPaired = false
    var isFull = false

    static let blank = Card()
    static let withAccount = Card(contents: .keys, name: "Mirela's card", phrase: phrases[0])
    static let frozen = Card(contents: .keys, tries: CardTries(pin: 0, puk: 2), phrase: phrases[0])
  }
  private struct State {
    var absence: CardAbsence?
    var card: Card
    var typedPhrase: String?
    var watchers: [CheckedContinuation<Void, Never>] = []
    var asked: [CardEffect] = []
  }
  private let origin: String
  private let state: Mutex<State>

  init(_ card: Card, absence: CardAbsence? = nil, origin: String = TestHome.origin) {
    self.origin = origin
    state = Mutex(State(absence: absence, card: card))
  }

  var card: Card { state.withLock { $0.card } }
  /// Every effect that was requested of the card.
  var asked: [CardEffect] { state.withLock { $0.asked } }

  func happen(_ event: String) {
    let watchers = state.withLock { state in
      switch event {
      case "the card is put in": state.absence = nil
      case "the card is taken out": state.absence = .noCard
      case "a reader is plugged in": state.absence = .noCard
      default: break
      }
      defer { state.watchers = [] }
      return state.watchers
    }
    watchers.forEach { $0.resume() }
  }

  func perform(_ work: CardWork) async -> CardNews {
    state.withLock { $0.asked.append(work.effect) }
    if case .watch(let known) = work.effect {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiter in
          let isNews = state.withLock { state in
            if state.absence == known, !Task.isCancelled { state.watchers.append(waiter) }
            return state.absence != known || Task.isCancelled
          }
          if isNews { waiter.resume() }
        }
      } onCancel: {
        happen("nothing")
      }
      return CardNews(.changed)
    }
    return state.withLock { answer(work, &$0) }
  }

  private func answer(_ work: CardWork, _ state: inout State) -> CardNews {
    func typed(_ field: FieldID) -> String {
      work.secrets[field].map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } ?? ""
    }
    if case .rehearse = work.effect {
      state.absence = nil
      return CardNews(.rehearsing)
    }
    if let absence = state.absence { return CardNews(work.effect == .look ? .absent(absence) : .removed) }
    switch work.effect {
    case .look: return CardNews(.present(facts(state.card)))
    case .pair:
      guard state.card.isPaired || state.card.pairing == "KeycardDefaultPairing" else { return CardNews(.notPaired) }
      guard state.card.isPaired || !state.card.isFull else { return CardNews(.noSlot) }
      state.card.isPaired = true
      return CardNews(.paired)
    case .pairWith(let field):
      guard typed(field) == state.card.pairing else { return CardNews(.notPaired) }
      state.card.isPaired = true
      return CardNews(.paired)
    case .pairForNow: return CardNews(.noSlot)  // as cards before 3.2
    case .identifyMaker: return CardNews(.maker(.unknown))
    case .readTries: return CardNews(.tries(state.card.tries))
    case .verifyPIN(let field): return CardNews(verify(typed(field), &state.card))
    case .unblockPIN(let puk, let newPIN):
      guard typed(puk) == state.card.puk else {
        state.card.tries.puk -= 1
        return CardNews(.wrong(state.card.tries))
      }
      (state.card.pin, state.card.tries) = (typed(newPIN), CardTries(pin: 3, puk: 5))
      return CardNews(.correct)
    case .freeSlots: return CardNews(.unpaired)
    case .unpair:
      state.card.isPaired = false
      return CardNews(.unpaired)
    case .initialize(let pin):
      let given = (typed(CardEffect.puk), typed(CardEffect.pairing))
      state.card = Card(
        contents: .noKeys, pin: typed(pin), puk: given.0.isEmpty ? "210987654321" : given.0,
        pairing: given.1.isEmpty ? "Q2hhcmxvdHRl" : given.1,
        isPaired: true)
      return CardNews(.initialized)
    case .showSecrets:
      return CardNews(
        .shown,
        shown: .secrets(puk: Secret(Array(state.card.puk.utf8)), pairing: Secret(Array(state.card.pairing.utf8))))
    case .factoryReset:
      state.card = .blank
      return CardNews(.reset)
    case .drawAccounts(let count): return CardNews(.accounts(Self.phrases.prefix(count).map { Self.address($0) }))
    case .showPhrase(let index):
      state.typedPhrase = Self.phrases[index]
      return CardNews(.shown, shown: .phrase(Secret(Array(Self.phrases[index].utf8))))
    case .askWords: return CardNews(.wordsAsked([2, 7, 12]))
    case .checkWords(let fields):
      let words = (state.typedPhrase ?? "").split(separator: " ").map(String.init)
      let wrong = zip([2, 7, 12], fields).filter { place, field in words[place - 1] != typed(field) }.map(\.0)
      return CardNews(wrong.isEmpty ? .wordsFit : .wordsWrong(wrong))
    case .checkPhrase(let field, let key):
      let phrase = typed(field)
      guard PhraseSeed.seed(of: Secret(Array(phrase.utf8))) != nil else { return CardNews(.phraseMalformed) }
      state.typedPhrase = phrase
      return CardNews(key.map { $0.rawValue == Self.identifier(phrase) } ?? true ? .phraseFits : .phraseOfAnother)
    case .identifyPhrase: return identity(state.typedPhrase)
    case .loadPhrase:
      (state.card.phrase, state.card.contents) = (state.typedPhrase, .keys)
      return CardNews(.loaded)
    case .identify: return identity(state.card.phrase)
    case .sign(let purpose): return sign(purpose, work.claim, state.card.phrase)
    case .unlock:
      guard let secret = state.card.phrase.flatMap(Self.seed).flatMap({ try? CardLogin.unlockSecret(seed: $0) }) else {
        return CardNews(.failed)
      }
      return CardNews(.unlocked, shown: .unlocking(secret))
    case .signMessage(let field, _):
      return signature(Ethereum.personalMessageHash(Array(typed(field).utf8)), state.card)
    case .signHash(let field, _), .signFile(let field, _): return signature(Hex.decode(typed(field)) ?? [], state.card)
    case .change(let kind, let field):
      switch kind {
      case .pin: state.card.pin = typed(field)
      case .puk: state.card.puk = typed(field)
      case .pairing: state.card.pairing = typed(field)
      }
      return CardNews(.set)
    case .name(let name):
      state.card.name = name
      return CardNews(.named)
    case .watch, .meet, .rehearse: return CardNews(.failed)
    }
  }

  private func facts(_ card: Card) -> CardFacts {
    guard card.contents != .blank else { return CardFacts(.blank) }
    return CardFacts(
      card.contents, instance: "00112233445566778899aabbccddeeff",
      keyUID: card.phrase.map { _ in "aabbccddeeff00112233" }, version: "3.1",
      freeSlots: 4, name: card.name, isPaired: card.isPaired)
  }
  private func verify(_ pin: String, _ card: inout Card) -> CardReply {
    guard pin == card.pin, card.tries.pin > 0 else {
      card.tries.pin = max(card.tries.pin - 1, 0)
      return .wrong(card.tries)
    }
    card.tries.pin = 3
    return .correct
  }

  private static let unnamed = Evidence(rawValue: "")
  private func identity(_ phrase: String?) -> CardNews {
    guard let key = phrase.flatMap(Self.loginKey) else { return CardNews(.failed) }
    return CardNews(.made(Self.unnamed), made: #"{"key":"\#(Base64URL.encode(key.publicKey.uncompressed))"}"#)
  }
  private func sign(_ purpose: CardPurpose, _ claim: CardClaim?, _ phrase: String?) -> CardNews {
    guard let claim, let key = phrase.flatMap(Self.loginKey), let challenge = Base64URL.decode(claim.challenge) else {
      return CardNews(.failed)
    }
    let statement = CardStatement(
      purpose: purpose.rawValue, origin: origin, account: Base64URL.decode(claim.account) ?? [], challenge: challenge)
    let evidence = CardEvidence(
      key: key.publicKey.uncompressed, signature: Self.sign(statement.digest, key), challenge: challenge,
      isRehearsal: false)
    return CardNews(.signed(Self.unnamed), made: String(decoding: evidence.json, as: UTF8.self))
  }
  private func signature(_ hash: [UInt8], _ card: Card) -> CardNews {
    guard let phrase = card.phrase, let key = try? Self.wallet(phrase), hash.count == 32 else {
      return CardNews(.failed)
    }
    return CardNews(
      .signature(
        CardSignature(
          address: Ethereum.address(of: key.publicKey), hash: Hex.encode(hash),
          signature: Hex.encode(Self.sign(hash, key) + [27]))))
  }

  static func identifier(_ phrase: String) -> String {
    loginKey(phrase).map { CardLogin.identifier(publicKey: $0.publicKey.uncompressed) } ?? ""
  }
  private static func seed(_ phrase: String) -> Secret? { PhraseSeed.seed(of: Secret(Array(phrase.utf8))) }
  private static func wallet(_ phrase: String) throws -> Secp256k1PrivateKey {
    try ExtendedPrivateKey(seed: seed(phrase) ?? Secret([])).descendant(.wallet).key
  }
  private static func address(_ phrase: String) -> String {
    (try? wallet(phrase)).map { Ethereum.address(of: $0.publicKey) } ?? ""
  }
  private static func loginKey(_ phrase: String) -> Secp256k1PrivateKey? {
    seed(phrase).flatMap { try? ExtendedPrivateKey(seed: $0).descendant(CardLogin.path).key }
  }
  /// A deterministic signature (RFC 6979), the same every time.
  private static func sign(_ digest: [UInt8], _ key: Secp256k1PrivateKey) -> [UInt8] {
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { return [] }
    defer { secp256k1_context_destroy(context) }
    var signature = secp256k1_ecdsa_signature(), compact = [UInt8](repeating: 0, count: 64)
    let secret = key.bytes.withBytes { Array($0) }
    _ = secp256k1_ecdsa_sign(context, &signature, digest, secret, nil, nil)
    _ = secp256k1_ecdsa_signature_serialize_compact(context, &compact, &signature)
    return compact
  }
}
