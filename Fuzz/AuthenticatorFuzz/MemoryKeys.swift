import Authenticator
import Crypto
import Encoding
import Synchronization

/// The fastest possible key store, in memory: a reference is the key itself, and the sealing key is always the same, so
/// that pieces can be sealed for it from outside.
final class MemoryKeys: KeyStore {
  static let sealingKey = Secret([UInt8](repeating: 5, count: 32))

  struct State {
    var counter = UInt32(0), resets = UInt8(0)
    var pin: Secret?, retries = 8, changes = UInt8(0)
  }
  private let state: Mutex<State>
  init(_ state: State = State()) { self.state = Mutex(state) }
  var copy: MemoryKeys { MemoryKeys(state.withLock { $0 }) }

  private final class Opened: PINSession {}

  var isDeviceBound: Bool { false }
  func makeKey(_ use: KeyUse, guard keyGuard: KeyGuard) async throws(KeyStoreError) -> MadeKey {
    let key = P256.Signing.PrivateKey()
    return MadeKey(
      reference: KeyReference([keyGuard.rawValue] + key.rawRepresentation),
      publicKey: use == .signing ? Array(key.publicKey.x963Representation) : [])
  }
  func sign(_ message: [UInt8], with reference: KeyReference, leave: (any PINSession)?) async throws(KeyStoreError)
    -> [UInt8]
  {
    guard let key = try? P256.Signing.PrivateKey(rawRepresentation: try known(reference, leave)),
      let signature = try? key.signature(for: message)
    else { throw KeyStoreError(.unknownKey) }
    return Array(signature.derRepresentation)
  }
  func authenticationCode(of message: [UInt8], with reference: KeyReference, leave: (any PINSession)?)
    async throws(KeyStoreError) -> Secret
  {
    Secret(Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: try known(reference, leave)))))
  }
  private func known(_ reference: KeyReference, _ leave: (any PINSession)?) throws(KeyStoreError) -> [UInt8] {
    guard reference.bytes.first != KeyGuard.pin.rawValue || leave is Opened else { throw KeyStoreError(.pinRequired) }
    return Array(reference.bytes.dropFirst())
  }
  func certify(_ reference: KeyReference, over extraData: [UInt8], leave: (any PINSession)?) async throws(KeyStoreError)
    -> KeyCertification?
  { nil }
  func advanceCounter() async throws(KeyStoreError) -> UInt32 {
    state.withLock {
      $0.counter += 1
      return $0.counter
    }
  }
  func pinStatus() async throws(KeyStoreError) -> PINStatus {
    state.withLock { $0.pin == nil ? .notSet : .set(retries: $0.retries) }
  }
  func setPIN(_ pin: Secret) async throws(KeyStoreError) {
    guard state.withLock({ $0.pin == nil }) else { throw KeyStoreError(.pinSet) }
    state.withLock { ($0.pin, $0.retries, $0.changes) = (pin, 8, $0.changes &+ 1) }
  }
  func changePIN(from old: Secret, to new: Secret) async throws(KeyStoreError) {
    _ = try await verifyPIN(old)
    state.withLock { ($0.pin, $0.changes) = (new, $0.changes &+ 1) }
  }
  func verifyPIN(_ pin: Secret) async throws(KeyStoreError) -> any PINSession {
    try state.withLock { state throws(KeyStoreError) in
      guard let right = state.pin else { throw KeyStoreError(.pinNotSet) }
      guard state.retries > 0 else { throw KeyStoreError(.pinBlocked) }
      state.retries -= 1
      guard right.matches(pin) else { throw KeyStoreError(.wrongPIN(retries: state.retries)) }
      state.retries = 8
    }
    return Opened()
  }
  func generation() async throws(KeyStoreError) -> [UInt8] { state.withLock { [$0.resets, $0.changes] } }
  func sealingKey() async throws(KeyStoreError) -> Secret { Self.sealingKey }
  func reset() async throws(KeyStoreError) {
    state.withLock { $0 = State(counter: $0.counter, resets: $0.resets &+ 1) }
  }
}

/// In-memory storage.
final class MemoryStorage: AuthenticatorStorage {
  private let pieces: Mutex<[String: [UInt8]]>
  init(_ pieces: [String: [UInt8]] = [:]) { self.pieces = Mutex(pieces) }
  var copy: MemoryStorage { MemoryStorage(pieces.withLock { $0 }) }

  func read(_ name: String) throws(StorageError) -> [UInt8]? { pieces.withLock { $0[name] } }
  func write(_ bytes: [UInt8], as name: String) throws(StorageError) { pieces.withLock { $0[name] = bytes } }
  func remove(_ name: String) throws(StorageError) { pieces.withLock { $0[name] = nil } }
  func names() throws(StorageError) -> [String] { pieces.withLock { Array($0.keys) } }
  func alone<Result>(_ body: (any AuthenticatorStorage) throws -> Result) throws -> Result { try body(self) }
}

/// A person who is always present, and types the correct PIN.
struct Willing: Person, BuiltInVerification {
  var verification: (any BuiltInVerification)? { self }
  func confirmPresence(for occasion: Occasion) async -> PresenceAnswer { .present }
  func askPIN(for occasion: Occasion, retries: Int) async -> Secret? { Scene.pin }
}
