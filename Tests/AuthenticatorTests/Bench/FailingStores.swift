import Authenticator
import Encoding
import Synchronization

/// A real store whose calls are counted and can be made to fail.
final class FailingKeys: KeyStore {
  struct State {
    /// The number of keys that can still be made; the next one fails.
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
  func sign(
    _ message: [UInt8], with reference: KeyReference, leave: (any PINSession)?
  ) async throws(KeyStoreError) -> [UInt8] {
    try await keys.sign(message, with: reference, leave: leave)
  }
  func authenticationCode(
    of message: [UInt8], with reference: KeyReference, leave: (any PINSession)?
  ) async throws(KeyStoreError) -> Secret {
    try await keys.authenticationCode(of: message, with: reference, leave: leave)
  }
  func certify(
    _ reference: KeyReference, over extraData: [UInt8], leave: (any PINSession)?
  ) async throws(KeyStoreError) -> KeyCertification? {
    state.withLock { $0.certification }?(extraData)
  }
  func advanceCounter() async throws(KeyStoreError) -> UInt32 { try await keys.advanceCounter() }
  func pinStatus() async throws(KeyStoreError) -> PINStatus { try await keys.pinStatus() }
  func setPIN(_ pin: Secret) async throws(KeyStoreError) { try await keys.setPIN(pin) }
  func changePIN(from old: Secret, to new: Secret) async throws(KeyStoreError) {
    try await keys.changePIN(from: old, to: new)
  }
  func verifyPIN(_ pin: Secret) async throws(KeyStoreError) -> any PINSession { try await keys.verifyPIN(pin) }
  func generation() async throws(KeyStoreError) -> [UInt8] { try await keys.generation() }
  func sealingKey() async throws(KeyStoreError) -> Secret { try await keys.sealingKey() }
  func reset() async throws(KeyStoreError) { try await keys.reset() }
}

/// In-memory storage that can be full, or whose machine can be switched off midway.
final class MemoryStorage: AuthenticatorStorage {
  struct State {
    var pieces: [String: [UInt8]] = [:]
    var writes = 0
    /// The number of changes that still succeed; after them nothing changes until the machine is switched on again.
    var changesUntilKill: Int?
    var isOff = false
    var isFull = false
  }
  let state: Mutex<State>

  init(_ pieces: [String: [UInt8]] = [:]) { state = Mutex(State(pieces: pieces)) }

  var pieces: [String: [UInt8]] { state.withLock { $0.pieces } }
  var writes: Int { state.withLock { $0.writes } }
  func will(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  func read(_ name: String) throws(StorageError) -> [UInt8]? {
    try state.withLock { state throws(StorageError) in
      guard !state.isOff else { throw .unavailable }
      return state.pieces[name]
    }
  }
  func write(_ bytes: [UInt8], as name: String) throws(StorageError) {
    try change { state throws(StorageError) in
      guard !state.isFull else { throw .full }
      state.writes += 1
      state.pieces[name] = bytes
    }
  }
  func remove(_ name: String) throws(StorageError) {
    try change { state throws(StorageError) in state.pieces[name] = nil }
  }
  func names() throws(StorageError) -> [String] {
    try state.withLock { state throws(StorageError) in
      guard !state.isOff else { throw .unavailable }
      return Array(state.pieces.keys)
    }
  }

  func alone<Result>(_ body: (any AuthenticatorStorage) throws -> Result) throws -> Result { try body(self) }

  private func change(_ body: (inout State) throws(StorageError) -> Void) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      if let left = state.changesUntilKill {
        if left == 0 { state.isOff = true } else { state.changesUntilKill = left - 1 }
      }
      guard !state.isOff else { throw .unavailable }
      try body(&state)
    }
  }
}
