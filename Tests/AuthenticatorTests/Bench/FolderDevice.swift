import Authenticator
import Encoding
import Foundation

/// An authenticator whose keys and storage are in one folder, which several processes can share.
struct FolderDevice {
  let authenticator: Authenticator
  let client: CTAPClient

  init(_ folder: TemporaryFolder, asking person: any Person = TestPerson()) throws {
    try self.init(path: folder.path, asking: person)
  }
  init(path: String, asking person: any Person = TestPerson()) throws {
    // Its clock is stopped: even on a busy machine no token expires and no reset comes too late.
    let start = ContinuousClock.now
    authenticator = Authenticator(
      keys: try FileKeyStore(path: path + "/keys"), storage: try FileStorage(path: path + "/shelf"), person: person,
      clock: { start })
    client = CTAPClient(authenticator)
  }

  func token(
    _ permissions: TokenPermissions, pin: String = Device.pin, rpID: String? = Site.id
  ) async throws -> ClientToken {
    try await client.token(pin: Secret(utf8: pin), permissions, rpID: rpID)
  }
  func register(_ user: String) async throws -> Site.Registration {
    let token = try await token(.makeCredential)
    return try await Site(user: user).register(client) { ($0.token, $0.isDiscoverable) = (token, true) }
  }
  func signIn(_ registration: Site.Registration, _ user: String) async throws -> Site.SignIn {
    let token = try await token(.getAssertion)
    return try await Site(user: user).signIn(client, registration.verdict.credential) { $0.token = token }
  }
  func list(pin: String = Device.pin) async throws -> [ListedCredential] {
    try await client.listCredentials(try await token(.credentialManagement, pin: pin, rpID: nil))
  }
}

/// A person who does something else before confirming their presence.
struct BusyPerson: Person {
  let work: @Sendable () async -> Void
  var verification: (any BuiltInVerification)? { nil }
  func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    await work()
    return .present
  }
}

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "latchstring-authenticator-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}
