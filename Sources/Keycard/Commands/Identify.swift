import Crypto
import Encoding

/// A card's response to the question about its origin.
public enum IdentifyOutcome: Hashable, Sendable {
  /// The card has the identity key of this certificate. The certificate's value depends on its authority.
  case identified(CardCertificate)
  /// The card was made without a certificate.
  case noCertificate
  /// The card presents a certificate but cannot sign with its key, so the certificate was copied.
  case forged
}

extension KeycardClient {
  /// Asks the card to sign a random challenge with its identity key. This works before and after initialization, with
  /// or without a channel.
  public func identify() throws(KeycardError) -> IdentifyOutcome {
    let challenge = random(32)
    let response = try sendEitherWay(CommandHeader(.identifyCard), challenge)
    if response.status == .conditionsNotSatisfied { return .noCertificate }
    return try IdentifyOutcome(response.succeeded(), challenge: challenge)
  }
}

extension IdentifyOutcome {
  /// Reads A0 { 8A certificate | 30 r, s }. The signature is over the challenge itself, which is as long as a hash.
  init(_ answer: [UInt8], challenge: [UInt8]) throws(KeycardError) {
    let elements = try BERTLV.inside(0xA0, answer)
    guard elements.map(\.tag) == [0x8A, 0x30], let certificate = elements.first.flatMap({ CardCertificate($0.value) }),
      let sequence = elements.last?.encoded, let signature = Secp256k1Signature(der: sequence)
    else { throw KeycardError(.malformed, "another template") }
    self = signature.isValid(for: challenge, by: certificate.identity) ? .identified(certificate) : .forged
  }
}

/// The certificate that is written to a card when it is made: the card's identity key, and a signature over that key by
/// the maker's key. 98 bytes.
public struct CardCertificate: Hashable, Sendable {
  static let count = 98

  /// The card's identity key.
  public let identity: Secp256k1PublicKey
  /// The signer. A valid signature alone proves nothing; only the signer's identity counts.
  public let authority: CardAuthority

  /// Reads compressed key (33), r, s (32 each), v (1). Returns `nil` for anything that is not a certificate.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.count, let v = bytes.last, let identity = Secp256k1PublicKey(Array(bytes.prefix(33))),
      let signature = Secp256k1Signature(compact: Array(bytes[33..<97])),
      let signer = signature.recoveredKey(for: Array(SHA256.hash(data: bytes.prefix(33))), recoveryID: Int(v))
    else { return nil }
    self.identity = identity
    authority = CardAuthority(signer)
  }
}

/// The key holder who vouches that a card is genuine.
public enum CardAuthority: Hashable, Sendable {
  /// The key that certifies the Keycards on sale.
  case official
  /// The key for cards that are made for testing.
  case test
  /// Any other key.
  case unknown(Secp256k1PublicKey)

  init(_ key: Secp256k1PublicKey) {
    switch key.compressed {
    case Self.officialKey: self = .official
    case Self.testKey: self = .test
    default: self = .unknown(key)
    }
  }

  /// 029ab99ee1e7a71bdf45b3f9c58c99866ff1294d2c1e304e228a86e10c3343501c
  private static let officialKey: [UInt8] = [
    0x02, 0x9A, 0xB9, 0x9E, 0xE1, 0xE7, 0xA7, 0x1B, 0xDF, 0x45, 0xB3, 0xF9, 0xC5, 0x8C, 0x99, 0x86, 0x6F,
    0xF1, 0x29, 0x4D, 0x2C, 0x1E, 0x30, 0x4E, 0x22, 0x8A, 0x86, 0xE1, 0x0C, 0x33, 0x43, 0x50, 0x1C,
  ]
  /// 025877220aaae6e54a6f974602d5995c0fe24a3ea7ddabd8644bec795b9da00743
  private static let testKey: [UInt8] = [
    0x02, 0x58, 0x77, 0x22, 0x0A, 0xAA, 0xE6, 0xE5, 0x4A, 0x6F, 0x97, 0x46, 0x02, 0xD5, 0x99, 0x5C, 0x0F,
    0xE2, 0x4A, 0x3E, 0xA7, 0xDD, 0xAB, 0xD8, 0x64, 0x4B, 0xEC, 0x79, 0x5B, 0x9D, 0xA0, 0x07, 0x43,
  ]
}
