import Crypto

/// What a right PIN opened in a file store: the key to which keys that wait for the PIN are sealed.
final class FileLeave: Leave {
  let key: P256.KeyAgreement.PrivateKey
  private let salt: [UInt8]
  private let end: ContinuousClock.Instant

  /// - Parameter pin: The PIN that opened it.
  init(_ key: P256.KeyAgreement.PrivateKey, by pin: FileKeyState.PIN) {
    (self.key, salt) = (key, pin.salt)
    end = .now + .seconds(LeaveLifetime.seconds)
  }

  /// - Parameter pin: The PIN that is set now: after a reset or a change of the PIN a leave opens nothing.
  func opens(_ pin: FileKeyState.PIN?, at now: ContinuousClock.Instant) -> Bool {
    now < end && salt == pin?.salt
  }
}
