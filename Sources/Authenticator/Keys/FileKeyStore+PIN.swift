import Crypto
import Encoding

extension FileKeyStore {
  public func pinStatus() async throws(KeyStoreError) -> PINStatus {
    guard let pin = try state().pin else { return .notSet }
    return .set(retries: pin.retries)
  }

  public func setPIN(_ pin: Secret) async throws(KeyStoreError) {
    try change { state throws(KeyStoreError) in
      guard state.pin == nil else { throw KeyStoreError(.pinSet) }
      state.pin = try FileKeyState.PIN(pin, opening: P256.KeyAgreement.PrivateKey())
    }
  }

  public func changePIN(from old: Secret, to new: Secret) async throws(KeyStoreError) {
    let (kept, opened) = try judge(old)
    try change { state throws(KeyStoreError) in
      guard let current = state.pin else { throw KeyStoreError(.pinNotSet) }
      guard current.salt == kept.salt else { throw KeyStoreError(.wrongPIN(retries: current.retries)) }  // another process was quicker
      state.pin = try FileKeyState.PIN(new, opening: opened)
    }
  }

  public func verifyPIN(_ pin: Secret) async throws(KeyStoreError) -> any Leave {
    let (kept, opened) = try judge(pin)
    return FileLeave(opened, by: kept)
  }

  /// The try is on the disk before the PIN is looked at: pulling the plug gains nothing.
  private func judge(_ pin: Secret) throws(KeyStoreError) -> (FileKeyState.PIN, P256.KeyAgreement.PrivateKey) {
    let kept = try change { state throws(KeyStoreError) in
      guard var kept = state.pin else { throw KeyStoreError(.pinNotSet) }
      guard kept.retries > 0 else { throw KeyStoreError(.pinBlocked) }
      kept.retries -= 1
      state.pin = kept
      return kept
    }
    guard let opened = try kept.open(pin) else { throw KeyStoreError(.wrongPIN(retries: kept.retries)) }
    // Another process may have changed the PIN meanwhile: its tries are not this one's to give back.
    try change { state throws(KeyStoreError) in if state.pin?.salt == kept.salt { state.pin?.retries = FileKeyState.PIN.tries } }
    return (kept, opened)
  }
}
