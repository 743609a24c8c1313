import Crypto
import Encoding
import Foundation

/// A key store in a file, for machines without a TPM. It is **not device-bound**: whoever copies the folder has the
/// keys, can try PINs without limit, and can restore an older counter. Keys that require the PIN do not open without
/// it. Their protection is therefore only as strong as the PIN.
public struct FileKeyStore: KeyStore {
  let folder: Folder

  /// - Parameter path: A dedicated folder. If absent, it is created so that only its owner can read it.
  public init(path: String) throws(KeyStoreError) {
    do { folder = try Folder(path: path) } catch { throw KeyStoreError(cause: error) }
  }

  public var isDeviceBound: Bool { false }

  public func makeKey(_ use: KeyUse, guard keyGuard: KeyGuard) async throws(KeyStoreError) -> MadeKey {
    let state = try state()
    let signing = P256.Signing.PrivateKey()
    let key = use == .signing ? Secret(signing.rawRepresentation) : Secret.random(count: 32)
    let reference = try FileKeyReference(sealing: key, use: use, keyGuard: keyGuard, in: state)
    return MadeKey(
      reference: reference.encoded, publicKey: use == .signing ? Array(signing.publicKey.x963Representation) : [])
  }

  public func sign(
    _ message: [UInt8], with reference: KeyReference, leave: (any PINSession)?
  ) async throws(KeyStoreError) -> [UInt8] {
    let key = try open(reference, use: .signing, leave)
    do {
      return Array(
        try key.withBytes { bytes in
          try P256.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message).derRepresentation
        })
    } catch { throw KeyStoreError(.failed) }
  }

  public func authenticationCode(
    of message: [UInt8], with reference: KeyReference, leave: (any PINSession)?
  ) async throws(KeyStoreError) -> Secret {
    let key = try open(reference, use: .authenticationCode, leave)
    return Secret(Array(HMAC<SHA256>.authenticationCode(for: message, using: key.withBytes { SymmetricKey(data: $0) })))
  }

  /// Nothing can certify where these keys are stored.
  public func certify(
    _ reference: KeyReference, over extraData: [UInt8], leave: (any PINSession)?
  ) async throws(KeyStoreError) -> KeyCertification? { nil }

  public func advanceCounter() async throws(KeyStoreError) -> UInt32 {
    try change { state throws(KeyStoreError) in
      guard state.counter < UInt32.max else { throw KeyStoreError(.failed, "the counter is at its end") }
      state.counter += 1
      return state.counter
    }
  }

  public func generation() async throws(KeyStoreError) -> [UInt8] {
    let state = try state()
    return state.derived("generation").withBytes { Array($0) } + (state.pin?.salt ?? [])
  }
  public func sealingKey() async throws(KeyStoreError) -> Secret { try state().derived("sealing key") }

  public func reset() async throws(KeyStoreError) {
    do { try folder.alone { try folder.remove(FileKeyState.name) } } catch { throw KeyStoreError(cause: error) }
  }

  private func open(
    _ reference: KeyReference, use: KeyUse, _ leave: (any PINSession)?
  ) throws(KeyStoreError) -> Secret {
    let named = try FileKeyReference(reference)
    guard named.use == use else { throw KeyStoreError(.unknownKey) }
    return try named.open(in: try state(), leave)
  }
}

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
      // Another process may have changed the PIN first.
      guard current.salt == kept.salt else { throw KeyStoreError(.wrongPIN(retries: current.retries)) }
      state.pin = try FileKeyState.PIN(new, opening: opened)
    }
  }

  public func verifyPIN(_ pin: Secret) async throws(KeyStoreError) -> any PINSession {
    let (kept, opened) = try judge(pin)
    return FilePINSession(opened, by: kept)
  }

  /// Verifies a PIN. The try is recorded on disk before the PIN is compared, so pulling the plug gains nothing.
  private func judge(_ pin: Secret) throws(KeyStoreError) -> (FileKeyState.PIN, P256.KeyAgreement.PrivateKey) {
    let kept = try change { state throws(KeyStoreError) in
      guard var kept = state.pin else { throw KeyStoreError(.pinNotSet) }
      guard kept.retries > 0 else { throw KeyStoreError(.pinBlocked) }
      kept.retries -= 1
      state.pin = kept
      return kept
    }
    guard let opened = try kept.open(pin) else { throw KeyStoreError(.wrongPIN(retries: kept.retries)) }
    // Another process may have changed the PIN in the meantime. The tries of that PIN are not restored here.
    try change { state throws(KeyStoreError) in
      if state.pin?.salt == kept.salt { state.pin?.retries = FileKeyState.PIN.tries }
    }
    return (kept, opened)
  }
}
