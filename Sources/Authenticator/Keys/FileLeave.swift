import Crypto

/// What a right PIN opened in a file store: the key to which keys that wait for the PIN are sealed.
final class FileLeave: Leave {
  let key: P256.KeyAgreement.PrivateKey
  private let end: ContinuousClock.Instant

  init(_ key: P256.KeyAgreement.PrivateKey) {
    self.key = key
    end = .now + .seconds(LeaveLifetime.seconds)
  }

  /// - Parameter pin: The PIN that is set now: after a reset a leave opens nothing.
  func opens(_ pin: FileKeyState.PIN?, at now: ContinuousClock.Instant) -> Bool {
    now < end && Array(key.publicKey.x963Representation) == pin?.publicKey
  }
}
