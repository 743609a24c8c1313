import Crypto
import CryptoExtras
import Encoding

/// The key that a card and this client agreed on when they were paired, and with which they open every secure channel.
/// It is stored under the card's instance UID.
public struct Pairing: Sendable {
  /// The slot that the card assigns to pairings that are lost when it loses power.
  public static let ephemeralIndex: UInt8 = 0xFF

  /// The index of the card's slot for this pairing.
  public let index: UInt8
  /// The shared key, 32 bytes.
  public let key: Secret

  public init(index: UInt8, key: Secret) { (self.index, self.key) = (index, key) }

  /// `true` if the card forgets the pairing when it loses power. Such a pairing must never be stored.
  public var isEphemeral: Bool { index == Self.ephemeralIndex }
}

/// The secret that a card keeps in place of its pairing password.
public enum PairingSecret {
  /// The password that Status's programs give their cards.
  public static let defaultPassword = "KeycardDefaultPairing"

  /// Derives 32 bytes with PBKDF2-HMAC-SHA256 and 50,000 rounds, which takes a moment.
  ///
  /// - Throws: `invalid` for an empty password (D-05).
  public static func derive(from password: Secret) throws(KeycardError) -> Secret {
    let salt = Secret(Array("Keycard Pairing Password Salt".utf8))
    guard password.count > 0,
      let secret = PasswordStretching.stretch(
        NormalForm.compatibilityDecomposed(password), salt: salt, using: .sha256, rounds: 50_000, byteCount: 32)
    else { throw KeycardError(.invalid, "a pairing password is not empty") }
    return secret
  }
}

/// The outcome of pairing.
public enum PairOutcome: Sendable {
  /// A pairing to keep, under the card's instance UID.
  case paired(Pairing)
  /// The card had no persistent slot left and assigned one that it forgets when it loses power. The pairing must not be
  /// stored.
  case ephemeral(Pairing)
  /// The card has a different password. Nothing changed on the card, and the number of tries is unlimited (D-06).
  case wrongPassword
  /// All slots are taken.
  case noSlot
}

/// The kind of slot to request. Cards before 3.2 have only one kind and ignore this value.
public enum PairingSlot: UInt8, Sendable {
  case any = 0x00, ephemeral = 0x01, persistent = 0x02
}

extension KeycardClient {
  /// Pairs with the card using a secret derived from its pairing password (`PairingSecret`).
  ///
  /// The card first proves that it knows the secret. If it has a different secret, pairing ends there, before the card
  /// is asked for anything.
  ///
  /// - Throws: `invalid` if a secure channel is open, or the secret is not 32 bytes long.
  public func pair(secret: Secret, slot: PairingSlot = .persistent) throws(KeycardError) -> PairOutcome {
    guard secret.count == 32 else { throw KeycardError(.invalid, "a pairing secret has 32 bytes") }
    guard !isSecureChannelOpen else { throw KeycardError(.invalid, "pairing is done before a channel is opened") }
    let challenge = random(32)
    let first = try send(CommandAPDU(CommandHeader(.pair, 0x00, slot.rawValue), data: challenge))
    if first.status == .noSpace { return .noSlot }
    let answer = try first.succeeded()
    guard answer.count == 64 else { throw KeycardError(.malformed, "not 64 bytes") }
    let expected = Self.cryptogram(secret, challenge)
    guard ConstantTime.areEqual(answer.prefix(32), expected) else { return .wrongPassword }

    let own = Self.cryptogram(secret, Array(answer.suffix(32)))
    let last = try send(CommandAPDU(CommandHeader(.pair, 0x01, slot.rawValue), data: own)).succeeded()
    guard last.count == 33, let index = last.first else { throw KeycardError(.malformed, "not 33 bytes") }
    let pairing = Pairing(index: index, key: Secret(Self.cryptogram(secret, Array(last.dropFirst()))))
    return pairing.isEphemeral ? .ephemeral(pairing) : .paired(pairing)
  }

  private static func cryptogram(_ secret: Secret, _ bytes: [UInt8]) -> [UInt8] {
    Secret(joining: [secret, Secret(bytes)]).withBytes { Array(SHA256.hash(data: $0)) }
  }
}

/// The outcome of opening the secure channel.
public enum OpenOutcome: Hashable, Sendable {
  case open
  /// The card does not have this pairing, or has a different pairing in that slot. It must be paired again (D-07).
  case pairingUnknown
}

extension KeycardClient {
  /// Opens the secure channel with a pairing made with this very card. After the two commands that this takes, each
  /// side knows that the other has the pairing.
  public func openSecureChannel(_ pairing: Pairing) throws(KeycardError) -> OpenOutcome {
    let application = try initializedApplication()
    guard pairing.key.count == 32 else { throw KeycardError(.invalid, "a pairing key has 32 bytes") }
    guard let cardKey = Secp256k1PublicKey(application.channelKey) else {
      throw KeycardError(.malformed, "no point of the curve")
    }
    forgetChannel()
    let ephemeral = try Secp256k1PrivateKey.random(random)
    let header = CommandHeader(.openSecureChannel, pairing.index)
    let response = try send(CommandAPDU(header, data: ephemeral.publicKey.uncompressed))
    if response.status == .wrongParameters { return .pairingUnknown }
    let answer = try response.succeeded()
    guard answer.count == 48 else { throw KeycardError(.malformed, "not 48 bytes") }
    try begin(
      SecureChannel(
        sharedX: ephemeral.sharedX(with: cardKey), pairingKey: pairing.key, salt: Array(answer.prefix(32)),
        vector: Array(answer.suffix(16))))
    return try authenticateMutually()
  }

  /// Sends the first command of the channel. If its MAC was made with a key other than the card's own, the card
  /// responds in plaintext with this status word.
  private func authenticateMutually() throws(KeycardError) -> OpenOutcome {
    let answer: [UInt8]
    do throws(KeycardError) {
      answer = try exchange(CommandHeader(.mutuallyAuthenticate), random(32)).succeeded()
    } catch {
      forgetChannel()
      if error.code == .channelClosed, error.status == StatusWord.securityNotSatisfied.rawValue {
        return .pairingUnknown
      }
      throw error
    }
    guard answer.count == 32 else {
      forgetChannel()
      throw KeycardError(.malformed, "not 32 bytes")
    }
    return .open
  }

  /// Removes this pairing or another one from the card. A verified PIN is required.
  public func unpair(_ index: UInt8) throws(KeycardError) {
    _ = try exchange(CommandHeader(.unpair, index)).succeeded()
  }

  /// Removes every pairing from the card except the one in this slot, and returns the number of slots. A verified PIN
  /// is required.
  ///
  /// A card has 5, 10 or 100 slots and does not report how many. It reports only that there are no more.
  @discardableResult public func freeOtherSlots(keeping own: UInt8) throws(KeycardError) -> Int {
    var slots = 0
    for index in UInt8(0)..<Pairing.ephemeralIndex {
      if index != own {
        let response = try exchange(CommandHeader(.unpair, index))
        if response.status == .wrongParameters { break }
        _ = try response.succeeded()
      }
      slots += 1
    }
    return slots
  }
}
