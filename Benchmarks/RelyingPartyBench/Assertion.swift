import RelyingParty

/// An assertion with what verifies it, in two ways: as the relying party gets it, and as the raw signature.
struct Assertion {
  let state: AuthenticationState
  let json: [UInt8]
  let record: CredentialRecord
  let signature: [UInt8]
  let message: [UInt8]
}
