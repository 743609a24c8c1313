import Authenticator
import CTSS2
import Encoding

extension TPMKeyStore {
  /// CTAP 2.1 §6.5.5.7: eight wrong PINs.
  static let tries = UInt32(8)

  public func pinStatus() throws(KeyStoreError) -> PINStatus {
    let state = try state()
    return try pinStatus(state, try TPMConnection(device))
  }

  func pinStatus(_ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError) -> PINStatus {
    guard state.gate != nil, case .found(let index, written: true) = try tpm.find(state.slot.pin) else { return .notSet }
    // How many were wrong, and how many may be: two numbers of 4 bytes (Part 2 §13.3).
    var scanner = TPMScanner(try tpm.read(index, by: Handle.owner))
    guard let count = scanner.takeNumber(bytes: 4), let limit = scanner.takeNumber(bytes: 4) else { throw KeyStoreError(.failed) }
    return .set(retries: Int(limit > count ? min(limit - count, Self.tries) : 0))
  }

  public func setPIN(_ pin: Secret) throws(KeyStoreError) {
    try changing { tpm throws(KeyStoreError) in
      var state = try found(tpm)
      guard let guards = state.guards, try pinStatus(state, tpm) == .notSet else { throw KeyStoreError(.pinSet) }
      guard let epoch = try index(state.slot.epoch, tpm), try tpm.read(epoch, by: epoch) == guards.epoch else {
        throw KeyStoreError(.unknownKey, "The key store's files are from before a reset.")
      }
      // One without a gate was cut in the middle.
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

  func definePINIndex(_ slot: Slot, _ authorization: Secret, _ session: ESYS_TR, _ tpm: TPMConnection) throws(KeyStoreError) {
    let index = try TPM2B_AUTH.with(authorization) { value throws(KeyStoreError) in
      try tpm.define(slot.pin, authorization: value, session: session)
    }
    let writing = try tpm.startSession(.policy)
    try tpm.policyCommand(Command.writeIndex, writing)
    try tpm.policyIndexUnwritten(writing)
    try tpm.policyAny(of: slot.pinBranches, writing)
    try tpm.write(TPMBytes.bigEndian(UInt32(0)) + TPMBytes.bigEndian(Self.tries), to: index, writing)
  }

  public func verifyPIN(_ pin: Secret) throws(KeyStoreError) -> any Leave {
    try changing { tpm throws(KeyStoreError) in
      var ceremony = try ceremony(tpm)
      return try verify(PINAuthorization(pin, slot: ceremony.state.slot), &ceremony)
    }
  }

  public func changePIN(from old: Secret, to new: Secret) throws(KeyStoreError) {
    try changing { tpm throws(KeyStoreError) in
      var ceremony = try ceremony(tpm)
      let slot = ceremony.state.slot, oldValues = PINAuthorization(old, slot: slot), newValues = PINAuthorization(new, slot: slot)
      _ = try verify(oldValues, &ceremony)  // also settles a change that was cut in the middle
      let next = try rewrapGate(from: oldValues, to: newValues, ceremony)
      ceremony.state.gate?.next = next
      try write(ceremony.state)
      try changeIndex(from: oldValues, to: newValues, ceremony)
      try settle(&ceremony, next)
    }
  }
}
