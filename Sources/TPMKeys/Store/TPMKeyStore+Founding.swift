import Authenticator
import CTSS2
import Encoding

extension TPMKeyStore {
  static let stateFile = "tpm-store"

  /// Returns the state on disk, or `nil` if there is no state file. The file is read each time, because another program
  /// may have written it, but it is parsed only if it has changed.
  nonisolated func writtenState() throws(KeyStoreError) -> StoreState? {
    guard let bytes = try folder.read(Self.stateFile) else { return nil }
    if let known = seen.withLock({ $0?.bytes == bytes ? $0?.state : nil }) { return known }
    guard let state = StoreState(bytes) else {
      throw KeyStoreError(.failed, "The key store's file is damaged: put it back from a copy, or reset.")
    }
    seen.withLock { $0 = (bytes, state) }
    return state
  }
  func write(_ state: StoreState) throws(KeyStoreError) { try folder.write(state.encoded, as: Self.stateFile) }

  /// Returns the store's state, and creates the store if it does not exist yet. Do not call this method while the
  /// folder is locked or a connection to the TPM is open.
  func state() throws(KeyStoreError) -> StoreState {
    if let state = try writtenState(), state.founded != nil { return state }
    return try changing(found)
  }

  /// Uses the TPM while no other program can change the store. The folder is locked first. Otherwise, a program that
  /// holds the only connection to a TPM and waits for the folder could deadlock with a program that holds the folder
  /// and waits for the TPM.
  func changing<Result>(_ body: (TPMConnection) throws(KeyStoreError) -> Result) throws(KeyStoreError) -> Result {
    try folder.locked { () throws(KeyStoreError) in try body(TPMConnection(device)) }
  }

  /// Creates the store, or finishes an interrupted creation. The place in the TPM is recorded before anything is
  /// created there. The folder must be locked.
  func found(_ tpm: TPMConnection) throws(KeyStoreError) -> StoreState {
    let written = try writtenState()
    if let written, written.founded != nil { return written }
    let primary = try primary(tpm, of: nil)
    guard let name = objects.primary?.name else { throw KeyStoreError(.failed) }
    var state: StoreState
    if let written, written.primary == name { state = written } else { state = try newState(primary: name, tpm) }
    var index = try epochIndex(state.slot, tpm)
    while index == nil {
      // Another program has taken the place in the meantime.
      state = try newState(primary: name, tpm)
      index = try epochIndex(state.slot, tpm)
    }
    guard let index else { throw KeyStoreError(.failed) }
    let epoch = try tpm.read(index, by: index)
    let guards = Guards(slot: state.slot, epoch: epoch)
    let sealing = try makeForm(.authenticationCode, .nothing, policy: guards.sameEpoch.digest, under: primary, tpm).form
    state.founded = .init(epoch: epoch, sealing: sealing)
    try write(state)
    tpm.flush(primary)
    return state
  }

  private func newState(primary name: [UInt8], _ tpm: TPMConnection) throws(KeyStoreError) -> StoreState {
    let taken = Set(try tpm.handles(in: Slot.range).map { $0 / Slot.width })
    guard
      let free = stride(from: Slot.range.lowerBound, to: Slot.range.upperBound, by: Int(Slot.width)).first(where: {
        !taken.contains($0 / Slot.width)
      }
      )
    else { throw KeyStoreError(.full, "Too many key stores are in the TPM.") }
    var random = SystemRandomNumberGenerator()
    let identity = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    let state = StoreState(slot: Slot(base: free, identity: identity), primary: name)
    try write(state)
    return state
  }

  /// Returns the epoch index, incremented at least once, or `nil` if a foreign index occupies its handle.
  private func epochIndex(_ slot: Slot, _ tpm: TPMConnection) throws(KeyStoreError) -> ESYS_TR? {
    let index: ESYS_TR
    switch try tpm.find(slot.epoch) {
    case .foreign: return nil
    case .found(let found, written: true): return found
    case .found(let found, written: false): index = found
    case .absent: index = try tpm.define(slot.epoch)
    }
    try tpm.increment(index)
    return index
  }
}

extension TPMKeyStore {
  /// Returns the generation. It reads only a file and does not use the TPM.
  public nonisolated func generation() throws(KeyStoreError) -> [UInt8] { try writtenState()?.generation ?? [] }

  public func sealingKey() throws(KeyStoreError) -> Secret {
    let state = try state()
    guard let sealing = state.founded?.sealing else { throw KeyStoreError(.failed) }
    return try authenticationCode(
      of: Array("latchstring sealing key 1".utf8), sealing, leave: nil, state, try TPMConnection(device))
  }

  public func reset() throws(KeyStoreError) {
    try changing { tpm throws(KeyStoreError) in
      objects.forgetKeys()
      indexes = [:]
      tpm.flush(try primary(tpm, of: nil))
      // Anything created in another TPM, or recorded in a damaged file, cannot be found here.
      if let state = try? writtenState(), state.primary == objects.primary?.name {
        try end(state, tpm)
      } else {
        // An attestation key of a different TPM cannot certify anything in this one.
        for file in [Self.stateFile, Self.attestationKeyFile, Self.certificatesFile] { try folder.remove(file) }
      }
      _ = try found(tpm)
    }
  }

  /// Removes everything that belongs to this store from the TPM and from the disk, including its attestation key. It is
  /// intended for uninstalling and can be repeated.
  public func discard() throws(KeyStoreError) {
    try changing { tpm throws(KeyStoreError) in
      objects.forgetKeys()
      indexes = [:]
      tpm.flush(try primary(tpm, of: nil))
      if let state = try? writtenState(), state.primary == objects.primary?.name,
        case .found(let epoch, _) = try tpm.find(state.slot.epoch)
      {
        for area in [state.slot.pin, state.slot.counter(orderly: true)] {
          if let index = try tpm.anyIndex(at: area.handle) { try tpm.undefine(index) }
        }
        try tpm.undefine(epoch)  // last, because by it the others are found
      }
      for file in [Self.stateFile, Self.attestationKeyFile, Self.certificatesFile] { try folder.remove(file) }
    }
  }

  /// The first step is the irreversible one. Each step can be repeated.
  private func end(_ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError) {
    if case .found(let epoch, _) = try tpm.find(state.slot.epoch) {
      try tpm.increment(epoch)
      // This also removes a foreign index that occupies one of the store's own handles.
      if let pin = try tpm.anyIndex(at: state.slot.pin.handle) { try tpm.undefine(pin) }
    }
    try write(StoreState(slot: state.slot, primary: state.primary))
  }
}
