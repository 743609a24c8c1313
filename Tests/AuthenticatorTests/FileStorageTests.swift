import Authenticator
import Foundation
import Testing

@Suite struct FileStorageTests {
  @Test("Pieces outlive the process, are replaced atomically, and are readable only by their owner")
  func keeps() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.file("shelf"))
    #expect(try storage.read("one") == nil)
    try storage.write([1, 2, 3], as: "one")
    try storage.write([UInt8](repeating: 9, count: 40_000), as: "two")
    try storage.write([4], as: "one")
    let again = try FileStorage(path: folder.file("shelf"))
    #expect(try again.read("one") == [4])
    #expect(try again.read("two")?.count == 40_000)
    #expect(try Set(again.names()) == ["one", "two"])
    #expect(
      try FileManager.default.attributesOfItem(atPath: folder.file("shelf/one"))[.posixPermissions] as? Int == 0o600)
    try again.remove("one")
    try again.remove("one")
    #expect(try storage.names() == ["two"])
  }

  @Test(
    "No name leads out of the folder",
    arguments: ["", "..", "../x", "a/b", ".part", ".lock", "A", "a.b", "/etc/passwd"])
  func names(_ name: String) throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.file("shelf"))
    #expect(throws: StorageError.unavailable) { try storage.write([1], as: name) }
    #expect(throws: StorageError.unavailable) { try storage.read(name) }
    #expect(throws: StorageError.unavailable) { try storage.remove(name) }
  }

  @Test("A symbolic link at the piece's path is not followed, and the old piece is kept")
  func links() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.file("shelf"))
    try storage.write([1], as: "one")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("shelf/.part"), withDestinationPath: folder.file("elsewhere"))
    #expect(throws: StorageError.unavailable) { try storage.write([2], as: "one") }
    #expect(try storage.read("one") == [1])
    #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere")))
  }

  @Test("An authenticator works with file storage")
  func livesOn() async throws {
    let folder = try TemporaryFolder()
    func client() throws -> CTAPClient {
      var settings = AuthenticatorSettings()
      settings.alwaysVerifiesAtFirst = false
      return CTAPClient(
        Authenticator(
          keys: try FileKeyStore(path: folder.file("keys")), storage: try FileStorage(path: folder.file("shelf")),
          person: TestPerson(),
          settings: settings))
    }
    let made = try await Site().register(client(), requiresVerification: false) { $0.isDiscoverable = true }
    _ = try await Site().signIn(client(), made.verdict.credential, requiresVerification: false, isNamed: false)
    try await client().reset()
    await #expect(throws: CTAPStatus.noCredentials) {
      try await Site().signIn(client(), made.verdict.credential, requiresVerification: false)
    }
  }
}
