import Authenticator
import CTSS2

extension TPMKeyStore {
  public func advanceCounter() throws(KeyStoreError) -> UInt32 {
    try changing(advanceCounter)
  }

  public func signCounting(with reference: KeyReference, leave: (any Leave)?, _ message: @Sendable (UInt32) -> [UInt8]) throws(KeyStoreError)
    -> CountedSignature
  {
    // The folder is free again while the TPM signs.
    let (tpm, counter) = try changing { tpm throws(KeyStoreError) in (tpm, try advanceCounter(tpm)) }
    let message = message(counter)
    return CountedSignature(message: message, signature: try sign(message, with: reference, leave, tpm))
  }

  /// To add and to read are two commands: nobody else may add in between, so the folder is locked.
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
      // A TPM has even less memory for indexes of this kind.
      guard error.code == .full else { throw error }
      _ = try tpm.define(areas[1])
      return areas[1]
    }
    return areas[0]
  }
}
