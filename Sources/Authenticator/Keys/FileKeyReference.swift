import Crypto
import Encoding
import Foundation

/// A key of a file store: its use, its guard, and the sealed key. An unguarded key is sealed with the file's own secret
/// (AES-256-GCM). A key that requires the PIN is sealed to a public key whose private half can be opened only with the
/// PIN (HPKE, RFC 9180), so that the key can be created without the PIN.
struct FileKeyReference {
  let use: KeyUse
  let keyGuard: KeyGuard
  private let sealed: [UInt8]

  init(_ reference: KeyReference) throws(KeyStoreError) {
    guard let first = reference.bytes.first, let use = KeyUse(rawValue: first),
      let second = reference.bytes.dropFirst().first,
      let keyGuard = KeyGuard(rawValue: second)
    else { throw KeyStoreError(.unknownKey) }
    (self.use, self.keyGuard, sealed) = (use, keyGuard, Array(reference.bytes.dropFirst(2)))
  }

  init(sealing key: Secret, use: KeyUse, keyGuard: KeyGuard, in state: FileKeyState) throws(KeyStoreError) {
    (self.use, self.keyGuard) = (use, keyGuard)
    let kind = [use.rawValue, keyGuard.rawValue]
    do {
      switch keyGuard {
      case .nothing:
        let box = try key.withBytes { try AES.GCM.seal($0, using: Self.key(of: state), authenticating: kind) }
        sealed = Array(box.nonce) + box.ciphertext + box.tag
      case .pin:
        guard let pin = state.pin else { throw KeyStoreError(.pinNotSet) }
        var sender = try HPKE.Sender(
          recipientKey: try P256.KeyAgreement.PublicKey(x963Representation: pin.publicKey), ciphersuite: Self.suite,
          info: Self.binding(to: state))
        sealed =
          Array(sender.encapsulatedKey)
          + Array(try key.withBytes { try sender.seal(Data($0), authenticating: Data(kind)) })
      }
    } catch { throw KeyStoreError(cause: error) }
  }

  var encoded: KeyReference { KeyReference([use.rawValue, keyGuard.rawValue] + sealed) }

  func open(in state: FileKeyState, _ leave: (any PINSession)?) throws(KeyStoreError) -> Secret {
    let kind = [use.rawValue, keyGuard.rawValue]
    switch keyGuard {
    case .nothing:
      guard let box = try? AES.GCM.SealedBox(combined: sealed),
        let opened = try? AES.GCM.open(box, using: Self.key(of: state), authenticating: kind)
      else { throw KeyStoreError(.unknownKey) }
      return Secret(opened)
    case .pin:
      guard let leave = leave as? FilePINSession, leave.opens(state.pin, at: .now) else {
        throw KeyStoreError(.pinRequired)
      }
      guard
        var recipient = try? HPKE.Recipient(
          privateKey: leave.key, ciphersuite: Self.suite, info: Self.binding(to: state),
          encapsulatedKey: Data(sealed.prefix(65))),
        let opened = try? recipient.open(Data(sealed.dropFirst(65)), authenticating: Data(kind))
      else { throw KeyStoreError(.unknownKey) }
      return Secret(opened)
    }
  }

  private static var suite: HPKE.Ciphersuite { .P256_SHA256_AES_GCM_256 }
  private static func key(of state: FileKeyState) -> SymmetricKey {
    state.derived("keys").withBytes { SymmetricKey(data: $0) }
  }
  /// Returns the data that binds a key to its store. The key opens only in the store that created it, and not after a
  /// reset.
  private static func binding(to state: FileKeyState) -> Data {
    state.derived("keys that wait for the PIN").withBytes { Data($0) }
  }
}

/// The result of a correct PIN in a file store: the private key that opens keys requiring the PIN.
final class FilePINSession: PINSession {
  let key: P256.KeyAgreement.PrivateKey
  private let salt: [UInt8]
  private let end: ContinuousClock.Instant

  /// - Parameter pin: The PIN that opened the private key.
  init(_ key: P256.KeyAgreement.PrivateKey, by pin: FileKeyState.PIN) {
    (self.key, salt) = (key, pin.salt)
    end = .now + .seconds(LeaveLifetime.seconds)
  }

  /// - Parameter pin: The current PIN. A session opens nothing after a reset or a change of the PIN.
  func opens(_ pin: FileKeyState.PIN?, at now: ContinuousClock.Instant) -> Bool {
    now < end && salt == pin?.salt
  }
}
