import Authenticator
import CTSS2
import Encoding

extension TPMKeyStore {
  static let stateFile = "tpm-store"

  /// `nil` where there is none. It is read each time, because another program may have written it, and understood only
  /// where it is new.
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

  /// Makes the store where it is not made yet. Not to be called where the folder is locked already, nor with a way to
  /// the TPM open.
  func state() throws(KeyStoreError) -> StoreState {
    if let state = try writtenState(), state.founded != nil { return state }
    return try changing(found)
  }

  /// Does something with the TPM while no other program changes the store. The folder comes first: whoever has the only
  /// connection to a TPM and waits for the folder would wait for somebody who has the folder and waits for the TPM.
  func changing<Result>(_ body: (TPMConnection) throws(KeyStoreError) -> Result) throws(KeyStoreError) -> Result {
    try folder.locked { () throws(KeyStoreError) in try body(TPMConnection(device)) }
  }

  /// Makes the store, or finishes what was cut in the middle: the place in the TPM is written down before anything is
  /// put there. The folder is locked.
  func found(_ tpm: TPMConnection) throws(KeyStoreError) -> StoreState {
    let written = try writtenState()
    if let written, written.founded != nil { return written }
    let primary = try primary(tpm, of: nil)
    guard let name = objects.primary?.name else { throw KeyStoreError(.failed) }
    var state: StoreState
    if let written, written.primary == name { state = written } else { state = try newState(primary: name, tpm) }
    var index = try epochIndex(state.slot, tpm)
    while index == nil {
      // Somebody else took the place meanwhile.
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

  /// The index, counted up once at least; `nil` where another's is in its place.
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
  /// Reads only a file.
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
      // Whatever was made in another TPM, or lies in a damaged file, cannot be found here.
      if let state = try? writtenState(), state.primary == objects.primary?.name {
        try end(state, tpm)
      } else {
        // An attestation key of another TPM certifies nothing in this one.
        for file in [Self.stateFile, Self.attestationKeyFile, Self.certificatesFile] { try folder.remove(file) }
      }
      _ = try found(tpm)
    }
  }

  /// Takes all that is of this store out of the TPM and from the disk, its attestation key too: for whoever uninstalls
  /// it. May be repeated.
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

  /// The first step is the one that nothing takes back. Each may be repeated.
  private func end(_ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError) {
    if case .found(let epoch, _) = try tpm.find(state.slot.epoch) {
      try tpm.increment(epoch)
      // Also another's, where one stands among the store's own handles.
      if let pin = try tpm.anyIndex(at: state.slot.pin.handle) { try tpm.undefine(pin) }
    }
    try write(StoreState(slot: state.slot, primary: state.primary))
  }
}
