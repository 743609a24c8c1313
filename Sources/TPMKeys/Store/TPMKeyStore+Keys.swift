import Authenticator
import CTSS2
import Crypto
import Encoding

extension TPMKeyStore {
  public func makeKey(_ use: KeyUse, guard guarded: KeyGuard) throws(KeyStoreError) -> MadeKey {
    let state = try state(), tpm = try TPMConnection(device)
    guard let policy = state.guards?.policy(for: guarded, gate: state.gateArea?.name) else {
      throw KeyStoreError(.pinNotSet)
    }
    let (form, publicKey) = try makeForm(use, guarded, policy: policy, under: try primary(tpm, of: state), tpm)
    return MadeKey(reference: KeyReference(form.encoded), publicKey: publicKey)
  }

  func makeForm(_ use: KeyUse, _ guarded: KeyGuard, policy: [UInt8], under primary: ESYS_TR, _ tpm: TPMConnection)
    throws(KeyStoreError) -> (form: KeyReferenceForm, publicKey: [UInt8])
  {
    // A TPM may omit a coordinate's leading zeros, and the short form then does not reproduce the same Name. This
    // affects 1 key in 128.
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

  public func sign(_ message: [UInt8], with reference: KeyReference, leave: (any PINSession)?) throws(KeyStoreError)
    -> [UInt8]
  {
    try sign(message, with: reference, leave, TPMConnection(device))
  }

  func sign(_ message: [UInt8], with reference: KeyReference, _ leave: (any PINSession)?, _ tpm: TPMConnection)
    throws(KeyStoreError) -> [UInt8]
  {
    let (form, state) = try known(reference, .signing)
    let key = try signingKey(form, state, tpm)
    guard let founded = state.founded else { throw KeyStoreError(.unknownKey) }
    let leave = form.guarded == .pin ? try current(leave, state) : nil, session = try tpm.startPolicy()
    try tpm.policyIndex(at: state.slot.epoch.handle, equals: founded.epoch, session)
    if let leave { try tpm.policyTicket(leave.ticket, of: leave.gate, session) }
    return try tpm.sign(Array(SHA256.hash(data: message)), with: key, session)
  }

  func signingKey(_ form: KeyReferenceForm, _ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError)
    -> TPMConnection.Number
  {
    if let context = objects.signingKeys[form], let key = tpm.restored(context: context) { return key }
    let key = try tpm.number(of: try loadNew(form, state, tpm))
    objects.signingKeys[form] = try tpm.savedContext(key)
    return key
  }

  public func authenticationCode(of message: [UInt8], with reference: KeyReference, leave: (any PINSession)?)
    throws(KeyStoreError) -> Secret
  {
    let tpm = try TPMConnection(device)
    let (form, state) = try known(reference, .authenticationCode)
    return try authenticationCode(of: message, form, leave: leave, state, tpm)
  }

  func authenticationCode(
    of message: [UInt8], _ form: KeyReferenceForm, leave: (any PINSession)?, _ state: StoreState, _ tpm: TPMConnection
  )
    throws(KeyStoreError) -> Secret
  {
    let key = try load(form, state, tpm)
    let primary = try primary(tpm, of: state)
    let session = try authorization(for: form, leave: leave, state, tpm, hiddenWith: primary)
    tpm.flush(primary)
    return try tpm.authenticationCode(of: message, with: key, session)
  }

  func known(_ reference: KeyReference, _ use: KeyUse) throws(KeyStoreError) -> (KeyReferenceForm, StoreState) {
    guard let form = KeyReferenceForm(reference.bytes), form.use == use, let state = try writtenState() else {
      throw KeyStoreError(.unknownKey)
    }
    return (form, state)
  }

  /// Loads the key into the TPM, without its parent.
  private func load(_ form: KeyReferenceForm, _ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError)
    -> ESYS_TR
  {
    if let saved = objects.keys[form], let handle = tpm.restored(saved) { return handle }
    let handle = try loadNew(form, state, tpm)
    objects.keys[form] = try tpm.saved(handle)
    return handle
  }

  func loadNew(_ form: KeyReferenceForm, _ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError) -> ESYS_TR {
    guard let policy = state.guards?.policy(for: form.guarded, gate: state.gateArea?.name),
      let area = form.area(policy: policy)
    else {
      throw KeyStoreError(.unknownKey)
    }
    let primary = try primary(tpm, of: state)
    let handle = try tpm.load(area, form.object.wrapped, under: primary)
    tpm.flush(primary)
    return handle
  }

  /// Starts a session that satisfies the key's policy once, and encrypts both the command's data and the response.
  private func authorization(
    for form: KeyReferenceForm, leave: (any PINSession)?, _ state: StoreState, _ tpm: TPMConnection,
    hiddenWith primary: ESYS_TR
  ) throws(KeyStoreError) -> ESYS_TR {
    guard let founded = state.founded, let epoch = try index(state.slot.epoch, tpm) else {
      throw KeyStoreError(.unknownKey)
    }
    let leave = form.guarded == .pin ? try current(leave, state) : nil
    let session = try tpm.startSession(.policy, with: primary, [.encrypt, .decrypt])
    try tpm.policyIndex(epoch, equals: founded.epoch, session)
    if let leave { try tpm.policyTicket(leave.ticket, of: leave.gate, session) }
    return session
  }

  private func current(_ leave: (any PINSession)?, _ state: StoreState) throws(KeyStoreError) -> TPMPINSession {
    guard let leave = leave as? TPMPINSession, leave.gate == state.gateArea?.name,
      leave.wrapped == state.gate?.object.wrapped
    else {
      throw KeyStoreError(.pinRequired)
    }
    return leave
  }
}
