import Authenticator
import Encoding
import Foundation
import TestProgram
import Testing

/// A browser's host and the program in a terminal share keys and storage, each in its own process.
@Suite struct SeveralProcessesTests {
  private static let folderName = "LATCHSTRING_SHARED_FOLDER", userName = "LATCHSTRING_SHARED_USER", rounds = 4

  @Test("E-16: three processes at once never reuse a counter or lose a credential")
  func processes() async throws {
    let folder = try TemporaryFolder(), device = try FolderDevice(folder)
    try await device.client.setPIN(Secret(utf8: Device.pin))
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for user in ["one", "two", "three"] {
        group.addTask {
          let environment = [Self.folderName: folder.path, Self.userName: user]
          let outcome = try await TestProgram.tests(
            "AuthenticatorTests.SeveralProcessesTests.oneOfThem", environment: environment
          ).run()
          #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
          return outcome.output
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let counters = outputs.flatMap {
      $0.split(separator: "\n").compactMap { $0.hasPrefix("counter ") ? UInt32($0.dropFirst(8)) : nil }
    }
    #expect(counters.count == 3 * 2 * Self.rounds)
    #expect(Set(counters).count == counters.count)
    let users = ["one", "two", "three"].flatMap { user in (0..<Self.rounds).map { "\(user)-\($0)" } }
    #expect(Set(try await device.list().compactMap(\.userName)) == Set(users))
  }

  @Test("the helper that another test runs in each of the processes")
  func oneOfThem() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment[Self.folderName], let user = environment[Self.userName] else { return }
    let device = try FolderDevice(path: path)
    for round in 0..<Self.rounds {
      let account = "\(user)-\(round)", made = try await device.register(account),
        used = try await device.signIn(made, account)
      for data in [made.answer.authenticatorData, used.answer.authenticatorData] {
        print("\ncounter \(Self.counter(data))")
      }
    }
  }
  private static func counter(_ data: [UInt8]) -> UInt32 { data[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }

  @Test("A PIN change in one process invalidates the other's token; the new PIN applies in both")
  func pinChange() async throws {
    let folder = try TemporaryFolder(), one = try FolderDevice(folder), two = try FolderDevice(folder)
    try await one.client.setPIN(Secret(utf8: Device.pin))
    let made = try await two.register("ada")
    let token = try await two.token(.getAssertion)
    try await one.client.changePIN(from: Secret(utf8: Device.pin), to: Secret(utf8: "new PIN"))
    await #expect(throws: CTAPStatus.pinAuthInvalid) {
      try await Site().signIn(two.client, made.verdict.credential) { $0.token = token }
    }
    await #expect(throws: CTAPStatus.pinInvalid) { try await two.token(.getAssertion) }
    let fresh = try await two.token(.getAssertion, pin: "new PIN")
    _ = try await Site().signIn(two.client, made.verdict.credential) { $0.token = fresh }
  }

  @Test("E-08: a reset in one process invalidates the other's credentials, PIN and token")
  func reset() async throws {
    let folder = try TemporaryFolder(), one = try FolderDevice(folder), two = try FolderDevice(folder)
    try await one.client.setPIN(Secret(utf8: Device.pin))
    let made = try await two.register("ada")
    let token = try await two.token(.getAssertion)
    try await one.client.reset()
    #expect(try await two.client.information().options["clientPin"] == false)
    await #expect(throws: CTAPStatus.pinNotSet) {
      try await Site().signIn(two.client, made.verdict.credential) { $0.token = token }
    }
    try await two.client.setPIN(Secret(utf8: Device.pin))
    await #expect(throws: CTAPStatus.noCredentials) { try await two.signIn(made, "ada") }
    _ = try await two.register("bob")
    #expect(try await one.list().map(\.userName) == ["bob"])
  }

  @Test("A reset by another process during a registration leaves no credential or stored piece")
  func resetMeanwhile() async throws {
    let folder = try TemporaryFolder(), one = try FolderDevice(folder)
    try await one.client.setPIN(Secret(utf8: Device.pin))
    let two = try FolderDevice(folder, asking: BusyPerson { try? await one.client.reset() })
    await #expect(throws: CTAPStatus.self) { try await two.register("ada") }
    #expect(try FileStorage(path: folder.path + "/shelf").names() == [])
    #expect(
      try await one.client.information().remainingDiscoverableCredentials
        == AuthenticatorSettings().discoverableCredentials)
  }

  @Test("If another process changes the PIN during a request, keys for the old PIN become unusable")
  func changeMeanwhile() async throws {
    let folder = try TemporaryFolder(), one = try FolderDevice(folder)
    try await one.client.setPIN(Secret(utf8: Device.pin))
    let made = try await one.register("ada")
    let two = try FolderDevice(
      folder,
      asking: BusyPerson {
        try? await one.client.changePIN(from: Secret(utf8: Device.pin), to: Secret(utf8: "new PIN"))
      })
    await #expect(throws: CTAPStatus.self) { try await two.signIn(made, "ada") }
  }

  @Test("A rename in one process does not undo a new credential of the account in another")
  func renameAndReplace() async throws {
    let folder = try TemporaryFolder(), one = try FolderDevice(folder), two = try FolderDevice(folder)
    try await one.client.setPIN(Secret(utf8: Device.pin))
    var id = try await one.register("ada").id
    for _ in 0..<12 {
      let old = id, managing = try await one.token(.credentialManagement, rpID: nil),
        making = try await two.token(.makeCredential)
      async let renamed: Void? = try? one.client.renameCredential(
        old, userID: Array("ada".utf8), name: "a", displayName: "b", managing)
      async let made = Site(user: "ada").register(two.client) { ($0.token, $0.isDiscoverable) = (making, true) }
      id = try await made.id
      _ = await renamed
      #expect(try await one.list().map(\.credentialID) == [id])
    }
  }

  @Test("If two processes change different settings at once, both changes are kept")
  func settings() async throws {
    let folder = try TemporaryFolder(), one = try FolderDevice(folder), two = try FolderDevice(folder)
    try await one.client.setPIN(Secret(utf8: "a long enough PIN"))
    var always = true
    for minimum in 4..<16 {
      let first = try await one.token(.authenticatorConfiguration, pin: "a long enough PIN", rpID: nil)
      let second = try await two.token(.authenticatorConfiguration, pin: "a long enough PIN", rpID: nil)
      async let toggled: Void = one.client.toggleAlwaysVerify(first)
      try await two.client.setMinimumPINLength(minimum, second)
      try await toggled
      always.toggle()
      let information = try await two.client.information()
      #expect(information.options["alwaysUv"] == always)
      #expect(information.minimumPINLength == minimum)
    }
  }

  @Test("Of two simultaneous PIN changes, one succeeds and the other fails with a wrong PIN")
  func twoChanges() async throws {
    let folder = try TemporaryFolder(), store = { try FileKeyStore(path: folder.file("keys")) }
    let pins = (0..<3).map { Secret([UInt8](repeating: $0, count: 16)) }
    try await store().setPIN(pins[0])
    let one = try store(), two = try store()
    func change(_ store: FileKeyStore, to pin: Secret) async -> Bool {
      (try? await store.changePIN(from: pins[0], to: pin)) != nil
    }
    async let first = change(one, to: pins[1])
    async let second = change(two, to: pins[2])
    let done = (await first, await second)
    #expect(done.0 != done.1)
    _ = try await store().verifyPIN(done.0 ? pins[1] : pins[2])
    #expect(try await store().pinStatus() == .set(retries: 8))
  }

  @Test("A process stopped while holding the folder's lock does not block others indefinitely")
  func stopped() async throws {
    let folder = try TemporaryFolder(), device = try FolderDevice(folder)
    try await device.client.setPIN(Secret(utf8: Device.pin))
    let lock = open(folder.path + "/keys/.lock", O_RDWR)
    try #require(flock(lock, LOCK_EX) == 0)
    await #expect(throws: KeyStoreError(.busy)) { try await FileKeyStore(path: folder.path + "/keys").advanceCounter() }
    close(lock)
    _ = try await device.register("ada")
  }
}
