import Authenticator
import CTSS2
import Encoding

extension TPMKeyStore {
  /// Only a file is looked at.
  public nonisolated func generation() throws(KeyStoreError) -> [UInt8] { try writtenState()?.generation ?? [] }

  public func sealingKey() throws(KeyStoreError) -> Secret {
    let state = try state()
    guard let sealing = state.founded?.sealing else { throw KeyStoreError(.failed) }
    return try authenticationCode(of: Array("latchstring sealing key 1".utf8), sealing, leave: nil, state, try TPMConnection(device))
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

  /// Takes all that is of this store out of the TPM and from the disk, its attestation key too: for whoever uninstalls it. May be repeated.
  public func discard() throws(KeyStoreError) {
    try changing { tpm throws(KeyStoreError) in
      objects.forgetKeys()
      indexes = [:]
      tpm.flush(try primary(tpm, of: nil))
      if let state = try? writtenState(), state.primary == objects.primary?.name, case .found(let epoch, _) = try tpm.find(state.slot.epoch) {
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
