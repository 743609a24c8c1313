import Crypto
import Encoding

/// What came of pairing.
public enum PairOutcome: Sendable {
  /// A pairing to keep, under the card's instance UID.
  case paired(Pairing)
  /// The card had no slot left and gave one that it forgets at the next reset. Not to be stored.
  case ephemeral(Pairing)
  /// The card has another password. Nothing changed on it, and there is no limit of tries (D-06).
  case wrongPassword
  /// All slots are taken.
  case noSlot
}

/// Which kind of slot is asked for. Cards before 3.2 know one kind only, and pass over this.
public enum PairingSlot: UInt8, Sendable {
  case any = 0x00, ephemeral = 0x01, persistent = 0x02
}

extension KeycardClient {
  /// Pairs with the card by a secret made of its pairing password (`PairingSecret`).
  ///
  /// The card shows first that it knows the secret; where it has another one this ends there, before the card is asked for anything.
  ///
  /// - Throws: `invalid` where a secure channel is open, or the secret does not have 32 bytes.
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
