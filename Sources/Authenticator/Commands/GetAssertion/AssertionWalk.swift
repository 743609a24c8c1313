/// What the assertions of one request have in common, and the credentials whose turn is still to come.
struct AssertionWalk: Sendable {
  let rpIDHash: [UInt8]
  let clientDataHash: [UInt8]
  let verification: Verification
  let wantsBlob: Bool
  let wantsLargeBlobKey: Bool
  let salts: HMACSecretSalts?
  /// Whether the names of accounts are told: to somebody who was verified and has to choose.
  let tellsNames: Bool
  var remaining: [Credential]
}
