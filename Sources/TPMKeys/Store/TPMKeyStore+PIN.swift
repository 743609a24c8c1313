import Authenticator
import CTSS2
import Crypto
import Encoding

extension TPMKeyStore {
  /// CTAP 2.1 §6.5.5.7: eight wrong PINs are allowed.
  static let tries = UInt32(8)

  public func pinStatus() throws(KeyStoreError) -> PINStatus {
    let state = try state()
    return try pinStatus(state, try TPMConnection(device))
  }

  func pinStatus(_ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError) -> PINStatus {
    guard state.gate != nil, case .found(let index, written: true) = try tpm.find(state.slot.pin) else {
      return .notSet
    }
    // The number of wrong tries and the limit: two numbers of 4 bytes (Part 2 §13.3).
    var scanner = TPMScanner(try tpm.read(index, by: Handle.owner))
    guard let count = scanner.takeNumber(bytes: 4), let limit = scanner.takeNumber(bytes: 4) else {
      throw KeyStoreError(.failed)
    }
    return .set(retries: Int(limit > count ? min(limit - count, Self.tries) : 0))
  }

  public func setPIN(_ pin: Secret) throws(KeyStoreError) {
    try changing { tpm throws(KeyStoreError) in
      var state = try found(tpm)
      guard let guards = state.guards, try pinStatus(state, tpm) == .notSet else { throw KeyStoreError(.pinSet) }
      guard let epoch = try index(state.slot.epoch, tpm), try tpm.read(epoch, by: epoch) == guards.epoch else {
        throw KeyStoreError(.unknownKey, "The key store's files are from before a reset.")
      }
      // An index without a gate is left over from an interrupted attempt.
      if let index = try tpm.anyIndex(at: state.slot.pin.handle) { try tpm.undefine(index) }
      let primary = try primary(tpm, of: state)
      let session = try tpm.startSession(.authorization, with: primary, [.continues, .decrypt])
      let authorization = PINAuthorization(pin, slot: state.slot)
      try definePINIndex(state.slot, authorization.index, session, tpm)
      let made = try TPM2B_AUTH.with(authorization.gate) { value throws(KeyStoreError) in
        try tpm.create(.gate(policy: guards.gate), under: primary, authorization: value, session: session)
      }
      state.gate = .init(object: made.object)
      try write(state)
    }
  }

  func definePINIndex(_ slot: Slot, _ authorization: Secret, _ session: ESYS_TR, _ tpm: TPMConnection)
    throws(KeyStoreError)
  {
    let index = try TPM2B_AUTH.with(authorization) { value throws(KeyStoreError) in
      try tpm.define(slot.pin, authorization: value, session: session)
    }
    let writing = try tpm.startSession(.policy)
    try tpm.policyCommand(Command.writeIndex, writing)
    try tpm.policyIndexUnwritten(writing)
    try tpm.policyAny(of: slot.pinBranches, writing)
    try tpm.write(TPMBytes.bigEndian(UInt32(0)) + TPMBytes.bigEndian(Self.tries), to: index, writing)
  }

  public func verifyPIN(_ pin: Secret) throws(KeyStoreError) -> any PINSession {
    try changing { tpm throws(KeyStoreError) in
      var ceremony = try ceremony(tpm)
      return try verify(PINAuthorization(pin, slot: ceremony.state.slot), &ceremony)
    }
  }

  public func changePIN(from old: Secret, to new: Secret) throws(KeyStoreError) {
    try changing { tpm throws(KeyStoreError) in
      var ceremony = try ceremony(tpm)
      let slot = ceremony.state.slot, oldValues = PINAuthorization(old, slot: slot),
        newValues = PINAuthorization(new, slot: slot)
      _ = try verify(oldValues, &ceremony)  // also settles a change that was cut in the middle
      let next = try rewrapGate(from: oldValues, to: newValues, ceremony)
      ceremony.state.gate?.next = next
      try write(ceremony.state)
      try changeIndex(from: oldValues, to: newValues, ceremony)
      try settle(&ceremony, next)
    }
  }
}

extension TPMKeyStore {
  public func advanceCounter() throws(KeyStoreError) -> UInt32 {
    try changing(advanceCounter)
  }

  public func signCounting(
    with reference: KeyReference, leave: (any PINSession)?, _ message: @Sendable (UInt32) -> [UInt8]
  ) throws(KeyStoreError) -> CountedSignature {
    // The folder is unlocked again while the TPM signs.
    let (tpm, counter) = try changing { tpm throws(KeyStoreError) in (tpm, try advanceCounter(tpm)) }
    let message = message(counter)
    return CountedSignature(message: message, signature: try sign(message, with: reference, leave, tpm))
  }

  /// Increments and reads the counter in two commands. The folder must be locked, so that no other program increments
  /// the counter in between.
  private func advanceCounter(_ tpm: TPMConnection) throws(KeyStoreError) -> UInt32 {
    let area = try counterIndex(try found(tpm).slot, tpm), bytes: [UInt8]
    do throws(KeyStoreError) {
      try tpm.increment(at: area.handle)
      bytes = try tpm.read(at: area.handle)
    } catch {
      indexes = [:]  // somebody may have removed it
      throw error
    }
    guard let value = UInt32(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) else {
      throw KeyStoreError(.full, "The counter is at its end.")
    }
    return value
  }

  private func counterIndex(_ slot: Slot, _ tpm: TPMConnection) throws(KeyStoreError) -> IndexArea {
    let areas = [slot.counter(orderly: true), slot.counter(orderly: false)]
    if let known = areas.first(where: { indexes[$0] != nil }) { return known }
    for area in areas {
      if try index(area, tpm) != nil { return area }
      if case .found(_, written: false) = try tpm.find(area) { return area }
    }
    do { _ = try tpm.define(areas[0]) } catch {
      // A TPM has even less memory for this kind of index.
      guard error.code == .full else { throw error }
      _ = try tpm.define(areas[1])
      return areas[1]
    }
    return areas[0]
  }
}

/// The authorization values derived from a PIN: one for the index that counts tries, another for the gate.
struct PINAuthorization {
  let index: Secret, gate: Secret

  /// - Parameter pin: LEFT(SHA-256(PIN), 16).
  init(_ pin: Secret, slot: Slot) {
    index = Self.derive(pin, slot, "latchstring TPM PIN index")
    gate = Self.derive(pin, slot, "latchstring TPM gate")
  }

  private static func derive(_ pin: Secret, _ slot: Slot, _ label: String) -> Secret {
    let key = pin.withBytes { SymmetricKey(data: $0) }
    let derived = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: slot.identity, info: Array(label.utf8), outputByteCount: 31)
    // The TPM strips trailing zeros from such a value, so the last byte must not be zero.
    return derived.withUnsafeBytes { bytes in
      Secret(byteCount: 32) { all in
        all.copyBytes(from: bytes)
        all[31] = 1
      }
    }
  }
}
