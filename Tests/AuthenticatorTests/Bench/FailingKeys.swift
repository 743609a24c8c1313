import Authenticator
import Encoding
import Synchronization

/// A real store of which single calls can be made to fail, and that counts them.
final class FailingKeys: KeyStore {
  struct State {
    /// So many keys are still made; the next one fails.
    var keysUntilFailure: Int?
    var failure = KeyStoreError(.failed)
    var keysMade = 0
    var certification: (@Sendable ([UInt8]) -> KeyCertification?)?
  }
  let state = Mutex(State())
  private let keys: any KeyStore

  init(_ keys: any KeyStore) { self.keys = keys }
  func will(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  var isDeviceBound: Bool { keys.isDeviceBound }
  func makeKey(_ use: KeyUse, guard keyGuard: KeyGuard) async throws(KeyStoreError) -> MadeKey {
    let failure = state.withLock { state -> KeyStoreError? in
      state.keysMade += 1
      guard let left = state.keysUntilFailure else { return nil }
      state.keysUntilFailure = max(0, left - 1)
      return left == 0 ? state.failure : nil
    }
    if let failure { throw failure }
    return try await keys.makeKey(use, guard: keyGuard)
  }
  func sign(_ message: [UInt8], with reference: KeyReference, leave: (any Leave)?) async throws(KeyStoreError)
    -> [UInt8]
  {
    try await keys.sign(message, with: reference, leave: leave)
  }
  func authenticationCode(of message: [UInt8], with reference: KeyReference, leave: (any Leave)?)
    async throws(KeyStoreError) -> Secret
  {
    try await keys.authenticationCode(of: message, with: reference, leave: leave)
  }
  func certify(_ reference: KeyReference, over extraData: [UInt8], leave: (any Leave)?) async throws(KeyStoreError)
    -> KeyCertification?
  {
    state.withLock { $0.certification }?(extraData)
  }
  func advanceCounter() async throws(KeyStoreError) -> UInt32 { try await keys.advanceCounter() }
  func pinStatus() async throws(KeyStoreError) -> PINStatus { try await keys.pinStatus() }
  func setPIN(_ pin: Secret) async throws(KeyStoreError) { try await keys.setPIN(pin) }
  func changePIN(from old: Secret, to new: Secret) async throws(KeyStoreError) {
    try await keys.changePIN(from: old, to: new)
  }
  func verifyPIN(_ pin: Secret) async throws(KeyStoreError) -> any Leave { try await keys.verifyPIN(pin) }
  func generation() async throws(KeyStoreError) -> [UInt8] { try await keys.generation() }
  func sealingKey() async throws(KeyStoreError) -> Secret { try await keys.sealingKey() }
  func reset() async throws(KeyStoreError) { try await keys.reset() }
}
