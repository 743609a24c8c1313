import Authenticator
import CTSS2

extension TPMKeyStore {
  public func advanceCounter() throws(KeyStoreError) -> UInt32 {
    let tpm = try TPMConnection(device)
    let slot = try state(tpm).slot
    // To add and to read are two commands: nobody else may add in between.
    let bytes = try folder.locked { () throws(KeyStoreError) in
      do throws(KeyStoreError) {
        let index = try counterIndex(slot, tpm)
        try tpm.increment(index)
        return try tpm.read(index, by: index)
      } catch {
        indexes = [:]  // somebody may have removed it
        throw error
      }
    }
    guard let value = UInt32(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) else {
      throw KeyStoreError(.full, "The counter is at its end.")
    }
    return value
  }

  private func counterIndex(_ slot: Slot, _ tpm: TPMConnection) throws(KeyStoreError) -> ESYS_TR {
    for area in [slot.counter(orderly: true), slot.counter(orderly: false)] {
      if let index = try index(area, tpm) { return index }
      if case .found(let index, written: false) = try tpm.find(area) { return index }
    }
    do { return try tpm.define(slot.counter(orderly: true)) } catch {
      // A TPM has even less memory for indexes of this kind.
      guard error.code == .full else { throw error }
      return try tpm.define(slot.counter(orderly: false))
    }
  }
}
