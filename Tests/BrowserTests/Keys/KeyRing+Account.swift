import Browser
import Model
import Person
import Testing
import Wraps

/// The site's database and the Master Key open in the page, for tests that use one to attack the other.
extension KeyRing {
  /// The account's ways.
  func ways() async throws -> [Way] {
    let name = try #require(Username("mirela"))
    return try await site.store.read { records in
      try records.account(named: name).map { try records.ways(of: $0.id) } ?? []
    }
  }

  /// The Master Key of this generation, as open in the page.
  func master(_ generation: UInt32) async throws -> MasterKey {
    let account = try #require(try await ways().first).account
    let bytes =
      try await page.run("return [...(await \(ours("vault.js"))).openMasters().get(\(generation)).bytes]").array ?? []
    return try MasterKey(bytes.compactMap { $0.int.map(UInt8.init) }, account: account.bytes, generation: generation)
  }

  /// Goes from any page to the words of a new code, which is not yet a way in.
  func beginNewCode(with key: VirtualAuthenticator) async throws {
    try await start("recovery-code", from: Room.recovery.path)
    try await hold(key)
    try await page.press("Confirm with your passkey")
  }
}
