import RelyingParty

/// An assertion with everything needed to verify it, in two ways: as the relying party receives it, and as the raw
/// signature.
struct Assertion {
  let state: AuthenticationState
  let json: [UInt8]
  let record: CredentialRecord
  let signature: [UInt8]
  let message: [UInt8]
}
