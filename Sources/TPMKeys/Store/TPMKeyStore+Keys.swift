import Authenticator
import CTSS2
import Crypto
import Encoding

extension TPMKeyStore {
  public func makeKey(_ use: KeyUse, guard guarded: KeyGuard) throws(KeyStoreError) -> MadeKey {
    let tpm = try TPMConnection(device)
    let state = try state(tpm)
    guard let policy = state.guards?.policy(for: guarded, gate: state.gateArea?.name) else { throw KeyStoreError(.pinNotSet) }
    let (form, publicKey) = try makeForm(use, guarded, policy: policy, under: try primary(tpm, of: state), tpm)
    return MadeKey(reference: KeyReference(form.encoded), publicKey: publicKey)
  }

  func makeForm(_ use: KeyUse, _ guarded: KeyGuard, policy: [UInt8], under primary: ESYS_TR, _ tpm: TPMConnection)
    throws(KeyStoreError) -> (form: KeyReferenceForm, publicKey: [UInt8])
  {
    // A TPM may leave zeros in front of a coordinate away, and then the short form does not lead back to the same Name: 1 key in 128.
    for _ in 0..<8 {
      let template = use == .signing ? PublicArea.signing(policy: policy) : .authenticationCode(policy: policy)
      var (object, area) = try tpm.create(template, under: primary)
      let form = KeyReferenceForm(use: use, guarded: guarded, object: object)
      if let rebuilt = form.area(policy: policy), rebuilt == PublicArea(&area) {
        return (form, use == .signing ? CurvePoint(area)?.uncompressed ?? [] : [])
      }
    }
    throw KeyStoreError(.failed, "The TPM makes keys of another form.")
  }

  public func sign(_ message: [UInt8], with reference: KeyReference, leave: (any Leave)?) throws(KeyStoreError) -> [UInt8] {
    let tpm = try TPMConnection(device)
    let (form, state) = try known(reference, .signing)
    let key = try load(form, state, tpm)
    let session = try authorization(for: form, leave: leave, state, tpm)
    return try tpm.sign(Array(SHA256.hash(data: message)), with: key, session)
  }

  public func authenticationCode(of message: [UInt8], with reference: KeyReference, leave: (any Leave)?) throws(KeyStoreError) -> Secret {
    let tpm = try TPMConnection(device)
    let (form, state) = try known(reference, .authenticationCode)
    return try authenticationCode(of: message, form, leave: leave, state, tpm)
  }

  func authenticationCode(of message: [UInt8], _ form: KeyReferenceForm, leave: (any Leave)?, _ state: StoreState, _ tpm: TPMConnection)
    throws(KeyStoreError) -> Secret
  {
    let key = try load(form, state, tpm)
    let primary = try primary(tpm, of: state)
    let session = try authorization(for: form, leave: leave, state, tpm, hiddenWith: primary)
    tpm.flush(primary)
    return try tpm.authenticationCode(of: message, with: key, session)
  }

  func known(_ reference: KeyReference, _ use: KeyUse) throws(KeyStoreError) -> (KeyReferenceForm, StoreState) {
    guard let form = KeyReferenceForm(reference.bytes), form.use == use, let state = try writtenState() else { throw KeyStoreError(.unknownKey) }
    return (form, state)
  }

  /// The key in the TPM, without its parent.
  func load(_ form: KeyReferenceForm, _ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError) -> ESYS_TR {
    if let saved = objects[form] {
      if let handle = tpm.restored(saved) { return handle }
      objects.forget(form)
    }
    guard let policy = state.guards?.policy(for: form.guarded, gate: state.gateArea?.name), let area = form.area(policy: policy) else {
      throw KeyStoreError(.unknownKey)
    }
    let primary = try primary(tpm, of: state)
    let handle = try tpm.load(area, form.object.wrapped, under: primary)
    tpm.flush(primary)
    objects.keep(try tpm.saved(handle), for: form)
    return handle
  }

  /// A session that shows what the key waits for, once.
  /// - Parameter primary: Where the command's content is not for the bus.
  private func authorization(
    for form: KeyReferenceForm, leave: (any Leave)?, _ state: StoreState, _ tpm: TPMConnection, hiddenWith primary: ESYS_TR? = nil
  ) throws(KeyStoreError) -> ESYS_TR {
    let attributes: SessionAttributes = primary == nil ? [] : [.encrypt, .decrypt]
    switch form.guarded {
    case .nothing:
      guard let founded = state.founded, let epoch = try index(state.slot.epoch, tpm) else { throw KeyStoreError(.unknownKey) }
      let session = try tpm.startSession(.policy, with: primary, attributes)
      try tpm.policyIndex(epoch, equals: founded.epoch, session)
      return session
    case .pin:
      guard let leave = leave as? TPMLeave, leave.gate == state.gateArea?.name else { throw KeyStoreError(.pinRequired) }
      let session = try tpm.startSession(.policy, with: primary, attributes)
      try tpm.policyTicket(leave.ticket, of: leave.gate, session)
      return session
    }
  }
}
