import RelyingParty

extension SignatureAlgorithms {
  /// ``standard`` and what needs other libraries than swift-crypto: ES256K and Ed448.
  public static let complete = standard.adding(ES256K(), Ed448())
}
