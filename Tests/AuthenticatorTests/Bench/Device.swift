import Authenticator
import Encoding
import Synchronization

/// An authenticator with a key store on this disk, and a client that exchanges bytes with it.
final class Device: Sendable {
  static let pin = "1234"

  let folder: TemporaryFolder
  let keys: FailingKeys
  let storage: MemoryStorage
  let person: TestPerson
  let authenticator: Authenticator
  let client: CTAPClient

  /// - Parameter alwaysVerifies: `true`, the factory setting, requires the PIN for everything.
  init(
    alwaysVerifies: Bool = true, typesHere: Bool = false, storage: MemoryStorage = MemoryStorage(),
    folder: TemporaryFolder? = nil,
    _ change: (inout AuthenticatorSettings) -> Void = { _ in }
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    keys = FailingKeys(try FileKeyStore(path: self.folder.file("keys")))
    self.storage = storage
    person = TestPerson(typesHere: typesHere)
    var settings = AuthenticatorSettings()
    settings.alwaysVerifiesAtFirst = alwaysVerifies
    change(&settings)
    let clock = Clock(.now)
    self.clock = clock
    authenticator = Authenticator(
      keys: keys, storage: storage, person: person, settings: settings, clock: { clock.now.withLock { $0 } })
    client = CTAPClient(authenticator)
  }

  private let clock: Clock
  private final class Clock: Sendable {
    let now: Mutex<ContinuousClock.Instant>
    init(_ start: ContinuousClock.Instant) { now = Mutex(start) }
  }

  func wait(_ duration: Duration) { clock.now.withLock { $0 += duration } }

  /// A device with a PIN, as its owner would set it up.
  static func ready(
    alwaysVerifies: Bool = true, typesHere: Bool = false, _ change: (inout AuthenticatorSettings) -> Void = { _ in }
  ) async throws -> Device {
    let device = try Device(alwaysVerifies: alwaysVerifies, typesHere: typesHere, change)
    try await device.client.setPIN(Secret(utf8: pin))
    return device
  }

  /// A device with the same keys and storage, as in a second process.
  func reopened(alwaysVerifies: Bool = true) throws -> Device {
    try Device(alwaysVerifies: alwaysVerifies, storage: MemoryStorage(storage.pieces), folder: folder)
  }

  func token(_ permissions: TokenPermissions, rpID: String? = Site.id) async throws -> ClientToken {
    try await client.token(pin: Secret(utf8: Self.pin), permissions, rpID: rpID)
  }

  /// The status of the answer to these request bytes.
  func status(_ request: [UInt8], on channel: UInt32 = 0) async -> CTAPStatus? {
    await authenticator.respond(to: request, on: channel).first.flatMap(CTAPStatus.init)
  }
}

extension Secret {
  convenience init(utf8 text: String) { self.init(Array(text.utf8)) }
  var bytes: [UInt8] { withBytes { Array($0) } }
}
