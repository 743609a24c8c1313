import RelyingParty

extension SignatureAlgorithms {
  /// ``standard`` plus the algorithms that need libraries other than swift-crypto: ES256K and Ed448.
  public static let complete = standard.adding(ES256K(), Ed448())
}
