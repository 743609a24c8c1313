import Encoding

/// What a card says of where it comes from.
public enum IdentifyOutcome: Hashable, Sendable {
  /// It has the identity key of this certificate. Whether that means something, the certificate's authority says.
  case identified(CardCertificate)
  /// It was made without a certificate.
  case noCertificate
  /// It shows a certificate and cannot sign with its key: it is copied.
  case forged
}

extension KeycardClient {
  /// Asks the card to sign a random challenge with its identity key, before or after it was initialized, with or without a channel.
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
