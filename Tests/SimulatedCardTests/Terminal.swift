import CSecp256k1
import Crypto
import CryptoExtras
import SimulatedCard

/// A card's answer: the data and the status word, from inside the channel if one is open.
struct Answer: Equatable {
  var text: [UInt8]
  var status: UInt16

  init(_ bytes: [UInt8]) {
    text = Array(bytes.dropLast(2))
    status = bytes.suffix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }
}

/// The tests' own card terminal, written from the protocol's formulas. It shares no code with the product's client.
final class Terminal {
  static let pin = "246810", puk = "123456789012", duress = "909090"
  static let pairingSecret = [UInt8](repeating: 0x5A, count: 32)
  static let applet: [UInt8] = [0xA0, 0, 0, 8, 4, 0, 1, 1, 1]

  /// Sends a command to the card and returns its answer.
  let answer: ([UInt8]) -> [UInt8]
  let reset: () -> Void
  let version: AppletVersion
  private var encryptionKey = SymmetricKey(data: [UInt8](repeating: 0, count: 32)),
    macKey = SymmetricKey(data: [UInt8](repeating: 0, count: 32))
  private(set) var iv = [UInt8](repeating: 0, count: 16)

  init(_ card: SimulatedCard) { (answer, reset, version) = (card.answer, card.reset, card.version) }
  /// A terminal for a card that is simulated elsewhere.
  init(answer: @escaping ([UInt8]) -> [UInt8]) { (self.answer, reset, version) = (answer, {}, .three2) }

  // MARK: In the clear

  @discardableResult func send(
    _ ins: UInt8, _ p1: UInt8 = 0, _ p2: UInt8 = 0, _ payload: [UInt8] = [], cla: UInt8 = 0x80
  ) -> Answer {
    Answer(answer([cla, ins, p1, p2, UInt8(payload.count)] + payload))
  }
  @discardableResult func select(_ name: [UInt8] = Terminal.applet) -> Answer { send(0xA4, 4, 0, name, cla: 0) }

  /// The 65 bytes after `80 41` in the answer to SELECT, and after the card's random id, which may contain anything.
  func channelPoint() -> [UInt8] {
    let text = select().text,
      id = text.first == 0xA4 ? text.indices.first { text[$0...].starts(with: [0x8F, 16]) } : nil
    guard
      let start = text.indices.dropFirst(id.map { $0 + 18 } ?? 0).first(where: {
        text[$0...].starts(with: [0x80, 0x41, 4])
      })
    else { return [] }
    return Array(text[(start + 2)...].prefix(65))
  }

  @discardableResult func initialize(_ plain: [UInt8]) -> UInt16 {
    let (point, x) = Self.agreement(with: channelPoint())
    let iv = [UInt8](1...16)
    return send(0xFE, 0, 0, [65] + point + iv + Self.encrypt(plain, SymmetricKey(data: x), iv)).status
  }
  /// Initializes the card with the tests' own codes and an unused duress PIN; 3.0 accepts only the short form.
  @discardableResult func initialize(pin: String = pin, puk: String = puk, duress: String? = duress) -> UInt16 {
    var plain = Array(pin.utf8) + Array(puk.utf8) + Self.pairingSecret
    if let duress, version != .three0 { plain += [3, 5] + Array(duress.utf8) }
    return initialize(plain)
  }

  /// The index and key of a new pairing, or `nil` if the card refuses a step or does not know the secret.
  func pair(wish: UInt8 = 0, secret: [UInt8] = pairingSecret) -> (index: UInt8, key: [UInt8])? {
    let challenge = [UInt8](repeating: 7, count: 32)
    let first = send(0x12, 0, wish, challenge)
    guard first.status == 0x9000, first.text.count == 64, Array(first.text[..<32]) == Self.hash(secret + challenge)
    else { return nil }
    let second = send(0x12, 1, wish, Self.hash(secret + first.text[32...]))
    guard second.status == 0x9000, second.text.count == 33 else { return nil }
    return (second.text[0], Self.hash(secret + second.text[1...]))
  }

  // MARK: Through the channel

  /// Sends OPEN SECURE CHANNEL and, by default, MUTUALLY AUTHENTICATE.
  @discardableResult func open(
    _ pairing: (index: UInt8, key: [UInt8]), isAuthenticating: Bool = true, isSelecting: Bool = true
  ) -> Bool {
    if isSelecting { point = channelPoint() }
    let (point, x) = Self.agreement(with: point)
    let answer = send(0x10, pairing.index, 0, point)
    guard answer.status == 0x9000, answer.text.count == 48 else { return false }
    let keys = Array(SHA512.hash(data: x + pairing.key + answer.text[..<32]))
    (encryptionKey, macKey) = (SymmetricKey(data: keys[..<32]), SymmetricKey(data: keys[32...]))
    iv = Array(answer.text[32...])
    guard isAuthenticating else { return true }
    let proof = secure(0x11, 0, 0, [UInt8](repeating: 9, count: 32))
    return proof?.status == 0x9000 && proof?.text.count == 32
  }
  private var point: [UInt8] = []

  func sealed(_ ins: UInt8, _ p1: UInt8, _ p2: UInt8, _ text: [UInt8]) -> [UInt8] {
    let body = Self.encrypt(text, encryptionKey, iv)
    iv = Self.mac([0x80, ins, p1, p2, UInt8(16 + body.count)] + [UInt8](repeating: 0, count: 11) + body, macKey)
    return iv + body
  }

  /// `nil` if the answer is not sealed with the channel's keys; `lastClear` then has its status.
  @discardableResult func secure(_ ins: UInt8, _ p1: UInt8 = 0, _ p2: UInt8 = 0, _ text: [UInt8] = []) -> Answer? {
    unseal(send(ins, p1, p2, sealed(ins, p1, p2, text)), with: nil)
  }
  private(set) var lastClear: UInt16 = 0

  func unseal(_ answer: Answer, with given: [UInt8]?) -> Answer? {
    lastClear = answer.status
    guard answer.status == 0x9000, answer.text.count >= 32 else { return nil }
    let (mac, body) = (Array(answer.text[..<16]), Array(answer.text[16...]))
    guard
      mac == Self.mac([UInt8(truncatingIfNeeded: answer.text.count)] + [UInt8](repeating: 0, count: 15) + body, macKey),
      let vector = try? AES._CBC.IV(ivBytes: given ?? iv),
      let padded = try? AES._CBC.decrypt(body, using: encryptionKey, iv: vector, noPadding: true),
      let end = padded.lastIndex(of: 0x80)
    else { return nil }
    iv = mac
    return Answer(Array(padded[..<end]))
  }

  func verify(_ pin: String = pin) -> UInt16? { secure(0x20, 0, 0, Array(pin.utf8))?.status }
  /// The tries left for PIN and PUK, and whether a key is loaded.
  func status() -> [UInt8]? { secure(0xF2).map { [$0.text[4], $0.text[7], $0.text[10]] } }

  /// A card that has been initialized and paired, with an open channel and, by default, a verified PIN.
  static func ready(_ version: AppletVersion = .three2, isVerified: Bool = true) -> Terminal? {
    ready(SimulatedCard(version: version), isVerified: isVerified)
  }
  static func ready(_ card: SimulatedCard, isVerified: Bool = true) -> Terminal? {
    let terminal = Terminal(card)
    terminal.initialize()
    terminal.select()
    guard let pairing = terminal.pair(), terminal.open(pairing), !isVerified || terminal.verify() == 0x9000 else {
      return nil
    }
    terminal.pairing = pairing
    return terminal
  }
  var pairing: (index: UInt8, key: [UInt8]) = (0, [])

  // MARK: Formulas

  static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] { Array(SHA256.hash(data: Array(bytes))) }

  static func encrypt(_ text: [UInt8], _ key: SymmetricKey, _ iv: [UInt8]) -> [UInt8] {
    var padded = text + [0x80]
    while padded.count % 16 != 0 { padded.append(0) }
    return cbc(padded, key, iv)
  }
  static func mac(_ blocks: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    Array(cbc(blocks, key, [UInt8](repeating: 0, count: 16)).suffix(16))
  }
  private static func cbc(_ blocks: [UInt8], _ key: SymmetricKey, _ iv: [UInt8]) -> [UInt8] {
    guard let vector = try? AES._CBC.IV(ivBytes: iv),
      let sealed = try? AES._CBC.encrypt(blocks, using: key, iv: vector, noPadding: true)
    else {
      return []
    }
    return Array(sealed)
  }

  /// The terminal's point, and the x coordinate that it shares with the card: the card's point times a number, computed
  /// without the library's own key agreement.
  static func agreement(with point: [UInt8]) -> (point: [UInt8], x: [UInt8]) {
    let secret = Array(SHA256.hash(data: Array("a terminal".utf8)))
    var shared = secp256k1_pubkey(), own = secp256k1_pubkey()
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { return ([], []) }
    defer { secp256k1_context_destroy(context) }
    guard secp256k1_ec_pubkey_parse(context, &shared, point, point.count) == 1,
      secp256k1_ec_pubkey_tweak_mul(context, &shared, secret) == 1,
      secp256k1_ec_pubkey_create(context, &own, secret) == 1
    else { return ([], []) }
    return (bytes(own), Array(bytes(shared)[1..<33]))
  }
  static func bytes(_ point: secp256k1_pubkey) -> [UInt8] {
    var point = point, bytes = [UInt8](repeating: 0, count: 65), count = 65
    secp256k1_ec_pubkey_serialize(secp256k1_shared_context(), &bytes, &count, &point, UInt32(SECP256K1_EC_UNCOMPRESSED))
    return bytes
  }
  /// The public point of a private key.
  static func point(of key: [UInt8]) -> [UInt8] {
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { return [] }
    defer { secp256k1_context_destroy(context) }
    var point = secp256k1_pubkey()
    guard key.count == 32, secp256k1_ec_pubkey_create(context, &point, key) == 1 else { return [] }
    return bytes(point)
  }
  /// `true` if the DER `signature` over `hash` is valid and has the lower of the two values of s; the library accepts
  /// no other.
  static func isSigned(_ hash: [UInt8], _ signature: [UInt8], by point: [UInt8]) -> Bool {
    var parsed = secp256k1_ecdsa_signature(), key = secp256k1_pubkey()
    let context = secp256k1_shared_context()
    return secp256k1_ecdsa_signature_parse_der(context, &parsed, signature, signature.count) == 1
      && secp256k1_ec_pubkey_parse(context, &key, point, point.count) == 1
      && secp256k1_ecdsa_verify(context, &parsed, hash, &key) == 1
  }
}

/// An encoded path, with four bytes per level: `[44, 60]` hardened and `0` plain.
func path(_ levels: Int...) -> [UInt8] {
  levels.flatMap { level in
    let number = level < 0 ? UInt32(-(level + 1)) | 0x8000_0000 : UInt32(level)
    return (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
/// The hardened level, `level'`.
func hard(_ level: Int) -> Int { -level - 1 }

/// The bytes of a hexadecimal text.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The BIP-39 seed of a phrase without a passphrase.
func seed(_ phrase: String) throws -> [UInt8] {
  try KDF.Insecure.PBKDF2.deriveKey(
    from: Array(phrase.utf8), salt: Array("mnemonic".utf8), using: .sha512, outputByteCount: 64,
    unsafeUncheckedRounds: 2048
  ).withUnsafeBytes { Array($0) }
}
enum Phrase {
  static let about = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
  static let cigar = "receive fan copper bracket end train again sustain wet siren throw cigar"
}

extension Terminal {
  /// The sum of a point and the point whose private key is `tweak`.
  static func sum(_ point: [UInt8], _ tweak: [UInt8]) -> [UInt8] {
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { return [] }
    defer { secp256k1_context_destroy(context) }
    var sum = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_parse(context, &sum, point, point.count) == 1,
      secp256k1_ec_pubkey_tweak_add(context, &sum, tweak) == 1
    else {
      return []
    }
    return bytes(sum)
  }
}
