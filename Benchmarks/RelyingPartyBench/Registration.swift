import RelyingParty

/// A registration as the relying party gets it.
struct Registration {
  let state: RegistrationState
  let json: [UInt8]
}
