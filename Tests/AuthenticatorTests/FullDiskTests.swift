import Authenticator
import Encoding
import Foundation
import TestProgram
import Testing

/// A disk on which no file can grow beyond a limit (`RLIMIT_FSIZE`), enforced by the kernel itself; in a process of its
/// own, because the limit applies to a whole process.
@Suite struct FullDiskTests {
  private static let limitName = "LATCHSTRING_FILE_LIMIT"

  /// With 0 not even the counter can be written; with 260 the store's file can be written, but no credential.
  @Test(
    "A registration on a full disk reports a full store and leaves nothing; a reset still works",
    arguments: [0, 260])
  func full(_ limit: Int) async throws {
    let outcome = try await TestProgram.tests(
      "AuthenticatorTests.FullDiskTests.limited", environment: [Self.limitName: "\(limit)"]
    ).run()
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("refused as full at \(limit)"), "\(outcome.output)")
  }

  @Test("the helper that another test runs in the limited process")
  func limited() async throws {
    guard let limit = ProcessInfo.processInfo.environment[Self.limitName].flatMap(UInt.init) else { return }
    let folder = try TemporaryFolder(), device = try FolderDevice(folder)
    try await device.client.setPIN(Secret(utf8: Device.pin))
    let old = try await device.register("old")
    let token = try await device.token(.makeCredential), before = try contents(folder)
    signal(SIGXFSZ, SIG_IGN)
    try setLimit(rlim_t(limit))
    await #expect(throws: CTAPStatus.keyStoreFull) {
      try await Site(user: "new").register(device.client) { ($0.token, $0.isDiscoverable) = (token, true) }
    }
    print("\nrefused as full at \(limit)")
    try setLimit(.max)
    #expect(try contents(folder) == before)
    #expect(try await device.list().map(\.userName) == ["old"])
    _ = try await device.signIn(old, "old")
    _ = try await device.register("new")
    #expect(try await FolderDevice(folder).list().count == 2)
    try await device.client.reset()
    #expect(try FileStorage(path: folder.path + "/shelf").names() == [])
  }

  /// The names of all files; the counter may have advanced.
  private func contents(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }

  private func setLimit(_ bytes: rlim_t) throws {
    var limit = rlimit()
    try #require(getrlimit(__rlimit_resource_t(1), &limit) == 0)
    limit.rlim_cur = min(bytes, limit.rlim_max)
    try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)
  }
}
