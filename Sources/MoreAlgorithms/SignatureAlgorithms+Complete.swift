import RelyingParty

extension SignatureAlgorithms {
  /// The algorithms of ``standard`` plus those that need libraries other than swift-crypto: ES256K and Ed448.
  public static let complete = standard.adding(ES256K(), Ed448())
}
