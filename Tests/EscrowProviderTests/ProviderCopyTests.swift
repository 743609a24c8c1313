import Foundation
import Model
import TestPostgreSQL
import TestProvider
import Testing

@testable import EscrowProvider
@testable import Store

/// A provider that moves from a file into PostgreSQL and back.
@Suite struct ProviderCopyTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("every row of every table of a provider is the same in PostgreSQL, and in the file that it is moved back into")
  func thereAndBack() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/before.sqlite", back = folder + "/back.sqlite"
    let before = try SQLiteProviderStore(path: file)
    try await before.write { try fill($0) }
    let database = try TestDatabase.ofProvider(), address = try database.address()
    let contents = try ProviderCopy.copy(file: file, into: address)
    #expect(contents.filter { $0.rows == 0 }.map(\.name) == [], "a table without a row shows nothing")
    #expect(contents.first { $0.name == "documents" }?.rows == 40, "more than a page")
    #expect(throws: StoreError(.unavailable, "")) { try ProviderCopy.copy(file: file, into: address) }
    let store = try database.providerStore()
    #expect(try await store.read { try $0.installationValue("provider_salt") } == Array(0..<16))
    #expect(try await store.read { try $0.review(123_456)?.photo } == [1, 0, 255])
    #expect(try ProviderCopy.copy(address, intoFile: back) == contents)
    #expect(try await SQLiteProviderStore(path: back).read { try $0.newestDocument(of: [1])?.version } == 40)
    #expect(throws: StoreError(.unavailable, ""), "a site's") { try StoreCopy.copy(file: file, into: address) }
  }

  @Test("no table of a provider is left out") func tables() async throws {
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    let names = try await SQLiteProviderStore().file.read { try $0.query(sql, []).map { try $0.text("name") } }
    #expect(Set(names) == Set(ProviderCopy.tables.copied.map(\.name)).union(["schema_version", "turns"]))
  }

  @Test("a site's database is refused as a provider's and a provider's as a site's, and nothing in it changes")
  func otherKind() throws {
    let site = try TestDatabase(), provider = try TestDatabase.ofProvider()
    let tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    for (database, attempts) in [
      (site, [{ try PostgreSQLProviderStore.migrate($0) }, { _ = try PostgreSQLProviderStore($0) }]),
      (provider, [{ try PostgreSQLStore.migrate($0) }, { _ = try PostgreSQLStore($0) }]),
    ] as [(TestDatabase, [(PostgreSQLAddress) throws -> Void])] {
      let before = try database.server.run(tables, in: database.name)
      for attempt in attempts {
        let error = #expect(throws: StoreError.self) { try attempt(try database.address()) }
        #expect(error?.code == .unavailable && error?.reason.english == "it is a database of another kind")
      }
      #expect(try database.server.run(tables, in: database.name) == before)
    }
  }

  /// Writes at least one row into each table.
  private func fill(_ records: any ProviderRecords) throws {
    try records.setInstallationValue("provider_salt", Array(0..<16))
    try records.put(ProviderAccount(key: [1], paidUntil: now))
    for version in 1...40 {
      try records.insert(
        KeptDocument(
          account: [1], version: version, hash: [2], bytes: Array(repeating: 3, count: 70_000), signature: [],
          metaData: version == 1 ? nil : [0], uploadedAt: now))
    }
    try records.insert(
      KeptTruth(
        id: [4], keyShare: [5], method: "video", sealedTruth: [6], mediaType: "text/plain; grün", expiresAt: now))
    try records.insert(
      IssuedCode(truth: [4], number: 1, code: 1 << 51, triesLeft: 3, createdAt: now, expiresAt: now, sentAt: now))
    try records.insert(
      PhotoReview(number: 123_456, truth: [4], code: 7, photo: [1, 0, 255], askedAt: now, expiresAt: now))
    try records.insert(
      PaymentOrder(id: [8], purpose: .truth, subject: [4], years: 1, amount: "EUR:1", usesLeft: 1, offeredAt: now))
    try records.setAllowance([9], until: now)
    try records.insert(BankTransfer(reference: "1", iban: "DE", amount: "EUR:1", subject: "“s”", seenAt: now))
    try records.insert(TillOrder(id: "A", amount: "EUR:1", summary: "", createdAt: now))
  }
}
