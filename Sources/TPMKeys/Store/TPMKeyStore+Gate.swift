import Authenticator
import CTSS2
import Encoding

/// Everything in the TPM that an operation with the PIN needs.
struct PINCeremony {
  let tpm: TPMConnection
  var state: StoreState
  let guards: Guards
  let gate: PublicArea
  let primary: ESYS_TR
  let epoch: ESYS_TR, pin: ESYS_TR
}

extension TPMKeyStore {
  func ceremony(_ tpm: TPMConnection) throws(KeyStoreError) -> PINCeremony {
    let state = try found(tpm)
    guard let guards = state.guards, let gate = state.gateArea,
      case .found(let pin, written: true) = try tpm.find(state.slot.pin)
    else {
      throw KeyStoreError(.pinNotSet)
    }
    let primary = try primary(tpm, of: state)
    guard let epoch = try index(state.slot.epoch, tpm) else {
      throw KeyStoreError(.unknownKey, "The key store's indexes were removed from the TPM.")
    }
    return PINCeremony(tpm: tpm, state: state, guards: guards, gate: gate, primary: primary, epoch: epoch, pin: pin)
  }

  /// Shows the PIN to the index, then to the gate. A wrong PIN is rejected by the index and never reaches the gate, so
  /// the TPM-wide failure count remains unchanged.
  func verify(_ values: PINAuthorization, _ ceremony: inout PINCeremony) throws(KeyStoreError) -> TPMPINSession {
    guard let written = ceremony.state.gate else { throw KeyStoreError(.pinNotSet) }
    let tpm = ceremony.tpm, opening = try openingSession(values.index, ceremony),
      session = try tpm.startSession(.policy)
    // After an interrupted PIN change, it is unknown which of the two gates matches the index.
    for wrapped in [written.object.wrapped] + (written.next.map { [$0] } ?? []) {
      let gate = try tpm.load(ceremony.gate, wrapped, under: ceremony.primary)
      try tpm.setAuthorization(values.gate, of: gate)
      let answer = try tpm.policySecret(of: gate, session, authorizing: opening, lifetime: lifetime)
      tpm.flush(gate)
      switch answer {
      case .shown(let ticket):
        tpm.forget(opening)
        tpm.flush(session)
        if written.next != nil { try settle(&ceremony, wrapped) }
        return TPMPINSession(gate: ceremony.gate.name, wrapped: wrapped, ticket: ticket)
      case .refused(let refusal): guard refusal.kind == .authorization else { throw refusal.error }
      }
    }
    throw KeyStoreError(
      .failed,
      """
      The keys wait for another PIN: these files are older than the PIN, or somebody made the TPM's PIN index anew. \
      Put newer files back.
      """
    )
  }

  /// Starts a session that satisfies the gate's policy, except for the gate's own authorization value.
  private func openingSession(_ value: Secret, _ ceremony: PINCeremony, changing: Bool = false) throws(KeyStoreError)
    -> ESYS_TR
  {
    let tpm = ceremony.tpm
    let showing = try tpm.startSession(.authorization, with: ceremony.primary)
    let session = try tpm.startSession(.policy, with: ceremony.primary, changing ? .decrypt : [])
    try tpm.policyIndex(ceremony.epoch, equals: ceremony.guards.epoch, session)
    try tpm.setAuthorization(value, of: ceremony.pin)
    if case .refused(let refusal) = try tpm.policySecret(of: ceremony.pin, session, authorizing: showing) {
      guard refusal.kind == .authorization else { throw refusal.error }
      guard case .set(let retries) = try pinStatus(ceremony.state, tpm), retries > 0 else {
        throw KeyStoreError(.pinBlocked)
      }
      throw KeyStoreError(.wrongPIN(retries: retries))
    }
    tpm.forget(showing)
    try tpm.policyAuthorizationValue(session)
    if changing { try tpm.policyCommand(Command.changeObjectAuthorization, session) }
    try tpm.policyAny(of: ceremony.guards.gateBranches, session)
    return session
  }

  /// Returns the gate with a new PIN. A copy of the old gate keeps the old PIN. It cannot be opened while the index
  /// exists, because the index knows only the new PIN. However, someone who owns the TPM and knows the old PIN can
  /// recreate the index, and only a reset prevents that.
  func rewrapGate(from old: PINAuthorization, to new: PINAuthorization, _ ceremony: PINCeremony) throws(KeyStoreError)
    -> [UInt8]
  {
    guard let object = ceremony.state.gate?.object else { throw KeyStoreError(.pinNotSet) }
    let tpm = ceremony.tpm, session = try openingSession(old.index, ceremony, changing: true)
    let gate = try tpm.load(ceremony.gate, object.wrapped, under: ceremony.primary)
    try tpm.setAuthorization(old.gate, of: gate)
    let wrapped = try tpm.changeAuthorization(of: gate, under: ceremony.primary, to: new.gate, session)
    tpm.flush(gate)
    return wrapped
  }

  func changeIndex(
    from old: PINAuthorization, to new: PINAuthorization, _ ceremony: PINCeremony
  ) throws(KeyStoreError) {
    let tpm = ceremony.tpm, session = try tpm.startSession(.policy, with: ceremony.primary, .decrypt)
    try tpm.policyCommand(Command.changeIndexAuthorization, session)
    try tpm.policyAuthorizationValue(session)
    try tpm.policyAny(of: ceremony.state.slot.pinBranches, session)
    try tpm.setAuthorization(old.index, of: ceremony.pin)
    try tpm.changeAuthorization(ofIndex: ceremony.pin, to: new.index, session)
  }

  /// Makes this the current gate.
  func settle(_ ceremony: inout PINCeremony, _ wrapped: [UInt8]) throws(KeyStoreError) {
    ceremony.state.gate?.object.wrapped = wrapped
    ceremony.state.gate?.next = nil
    try write(ceremony.state)
  }
}
