import RelyingParty

/// A registration as the relying party receives it.
struct Registration {
  let state: RegistrationState
  let json: [UInt8]
}
