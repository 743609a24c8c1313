import Crypto

/// With what the card shows that it is genuine: a key of its own and a maker's certificate for it.
///
/// A played card has no maker but itself: its certificate is signed by a key that exists for the moment of signing and is then forgotten. So a client
/// that trusts only the maker of real cards says truthfully that this card is not one of theirs.
struct CardIdentity: Equatable, Sendable {
  static let certificateSize = 98

  /// Compressed public key (33), then r (32), s (32) and v (1) of the maker's signature over its SHA-256.
  let certificate: [UInt8]
  let privateKey: [UInt8]

  /// Who signed the certificate, compressed: recovered from the signature, as clients do.
  var authority: [UInt8]? {
    Curve.recover(Array(certificate.dropFirst(33)), over: Array(SHA256.hash(data: certificate.prefix(33))))
  }

  init(certificate: [UInt8], privateKey: [UInt8]) { (self.certificate, self.privateKey) = (certificate, privateKey) }

  init?() {
    let key = Curve.makePrivateKey()
    guard let point = Curve.publicKey(of: key, isCompressed: true),
      let signature = Curve.signRecoverably(Array(SHA256.hash(data: point)), with: Curve.makePrivateKey())
    else { return nil }
    self.init(certificate: point + signature, privateKey: key)
  }
}
