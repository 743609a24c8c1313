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
    let opened = try judge(old)
    try change { state throws(KeyStoreError) in state.pin = try FileKeyState.PIN(new, opening: opened) }
  }

  public func verifyPIN(_ pin: Secret) async throws(KeyStoreError) -> any Leave { FileLeave(try judge(pin)) }

  /// The try is on the disk before the PIN is looked at: pulling the plug gains nothing.
  private func judge(_ pin: Secret) throws(KeyStoreError) -> P256.KeyAgreement.PrivateKey {
    let kept = try change { state throws(KeyStoreError) in
      guard var kept = state.pin else { throw KeyStoreError(.pinNotSet) }
      guard kept.retries > 0 else { throw KeyStoreError(.pinBlocked) }
      kept.retries -= 1
      state.pin = kept
      return kept
    }
    guard let opened = try kept.open(pin) else { throw KeyStoreError(.wrongPIN(retries: kept.retries)) }
    try change { state throws(KeyStoreError) in state.pin?.retries = FileKeyState.PIN.tries }
    return opened
  }
}
