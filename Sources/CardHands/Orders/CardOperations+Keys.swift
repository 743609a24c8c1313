import Encoding
import Foundation
import HandsProtocol
import Keycard
import Model

extension CardOperations {
  /// Lets the card's own generator produce phrases (D-23). Each phrase is identified by the address that it would have
  /// (D-24).
  func drawAccounts(_ count: Int, _ seat: CardSeat, _ memory: inout SeatSecrets) throws -> CardReply {
    guard (1...Self.mostAccounts).contains(count) else { return .failed }
    var drawn: [Secret] = [], addresses: [String] = []
    for _ in 0..<count {
      let phrase = try seat.client.generatePhrase(wordCount: 12)
      guard let seed = PhraseSeed.seed(of: phrase) else { return .failed }
      drawn.append(phrase)
      addresses.append(Ethereum.address(of: try ExtendedPrivateKey(seed: seed).descendant(.wallet).key.publicKey))
    }
    memory.drawn = drawn
    return .accounts(addresses)
  }
  private static let mostAccounts = 10

  /// Checks a phrase against the account's known card key (D-32).
  func check(_ phrase: Secret, for key: KeyID?, _ memory: inout SeatSecrets) throws -> CardReply {
    guard let seed = PhraseSeed.seed(of: phrase) else { return .phraseMalformed }
    if let key, CardLogin.identifier(publicKey: try CardLogin.publicKey(seed: seed).uncompressed) != key.rawValue {
      return .phraseOfAnother
    }
    memory.phrase = phrase
    return .phraseFits
  }

  func identifyPhrase(_ memory: SeatSecrets) throws -> CardNews {
    guard let phrase = memory.phrase, let seed = PhraseSeed.seed(of: phrase) else { throw Lost() }
    return try Self.identity(try CardLogin.publicKey(seed: seed))
  }

  func loadPhrase(_ seat: CardSeat, _ memory: inout SeatSecrets) throws -> CardReply {
    guard let phrase = memory.phrase, let seed = PhraseSeed.seed(of: phrase) else { throw Lost() }
    try seat.client.load(seed: seed)
    memory = SeatSecrets()  // an account is on the card: what it was set up with was shown before
    return .loaded
  }

  func identify(_ seat: CardSeat) throws -> CardNews {
    try Self.identity(try seat.client.exportPublicKey(CardLogin.path))
  }

  private static func identity(_ key: Secp256k1PublicKey) throws -> CardNews {
    let shown = try JSONEncoder().encode(CardShown(key: Base64URL.encode(key.uncompressed)))
    return CardNews(.made(.unnamed), made: String(decoding: shown, as: UTF8.self))
  }

  /// Signs a statement that is built here from its parts. A hash supplied by someone else is never signed as a login.
  func sign(_ purpose: CardPurpose, _ claim: CardClaim?, _ origin: String, _ seat: CardSeat) throws -> CardNews {
    guard let claim, let account = Base64URL.decode(claim.account), let challenge = Base64URL.decode(claim.challenge),
      challenge.count == 32,
      account.isEmpty || account.count == 16
    else { return CardNews(.failed) }
    let statement = CardStatement(purpose: purpose.rawValue, origin: origin, account: account, challenge: challenge)
    let signature = try seat.client.signLogin(statement)
    let evidence = CardEvidence(
      key: signature.publicKey.uncompressed, signature: signature.compact, challenge: challenge,
      isRehearsal: seat.isRehearsal)
    return CardNews(.signed(.unnamed), made: String(decoding: evidence.json, as: UTF8.self))
  }

  func sign(_ hash: [UInt8], _ path: String, _ seat: CardSeat) throws -> CardReply {
    guard let path = DerivationPath(path) else { return .failed }
    let signature = try seat.client.sign(hash: hash, path: path)
    return .signature(
      CardSignature(
        address: Ethereum.address(of: signature.publicKey), hash: Hex.encode(hash),
        signature: Hex.encode(signature.compact + [27 + UInt8(signature.recoveryID)])))
  }

  func hash(_ text: Secret) throws -> [UInt8] {
    guard let hash = CardHash.bytes(of: text) else { throw Lost() }
    return hash
  }
}

extension CardOperations {
  /// Asks for some words of the phrase that was shown, which the person types from the paper. The words are chosen
  /// here, and newly each time, so that nobody knows in advance which words need not be written down.
  func askWords(_ memory: inout SeatSecrets) throws -> CardReply {
    guard let phrase = memory.phrase else { throw Lost() }
    let count = phrase.withBytes { $0.split(separator: Self.blank).count }
    let places = (1...max(count, 1)).shuffled().prefix(Self.wordsToAsk).sorted()
    memory.asked = places
    return .wordsAsked(places)
  }
  private static let wordsToAsk = 3
  private static let blank: UInt8 = 0x20

  func check(_ typed: [Secret], _ memory: SeatSecrets) throws -> CardReply {
    guard let phrase = memory.phrase, typed.count == memory.asked.count, !typed.isEmpty else { throw Lost() }
    let words = phrase.withBytes { $0.split(separator: Self.blank).map { Secret(Array($0)) } }
    let wrong = zip(memory.asked, typed).filter { place, word in
      !words.indices.contains(place - 1) || !Self.plain(word).matches(words[place - 1])
    }
    return wrong.isEmpty ? .wordsFit : .wordsWrong(wrong.map(\.0))
  }

  /// Returns the word in lower case, without surrounding characters.
  private static func plain(_ word: Secret) -> Secret {
    word.withBytes { bytes in
      var letters = bytes.filter { $0 > blank }.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
      defer { Wiping.wipe(&letters) }
      return Secret(letters)
    }
  }
}
