import Foundation
import Model
import Testing

@testable import Store

/// The contract for ways in, generations and the journal, which every driver must satisfy.
extension StoreContractTests {
  private func way(_ id: String, _ change: (inout Way) -> Void = { _ in }) -> Way {
    var way = Way(
      id: KeyID(rawValue: id), account: account.id, kind: .key, label: "yellow", role: .primary,
      transports: ["usb", "nfc"], createdAt: now)
    change(&way)
    return way
  }

  @Test("a way in is returned unchanged and found until revoked, and its ids are unique")
  func ways() async throws {
    let key = way("a") { ($0.run, $0.proofs, $0.needsRewrapSince) = ("run", [.signed: now], now + 1) }
    let code = way("b") {
      $0.kind = .phrase; $0.role = nil
      $0.sealed = SealedWay(recordID: "b", record: "record", wrap: "wrap", find: Array(repeating: 1, count: 32))
      $0.kit = Kit(number: 2, check: "7KQ4M2XD")
    }
    try await store.write { records in
      try records.insert(account); try records.insert(key); try records.insert(code)
    }
    #expect(try await store.read { try $0.ways(of: account.id) } == [key, code])
    #expect(try await store.read { try $0.ways(writtenBy: "run") } == [key])
    let lookup = [UInt8](repeating: 1, count: 32)
    #expect(try await store.read { try $0.way(foundBy: lookup) } == code)
    let twin = way("c") { $0.sealed = code.sealed }
    await #expect(throws: StoreError(.taken, "")) { try await store.write { try $0.insert(twin) } }
    var revoked = code
    (revoked.sealed, revoked.revokedAt) = (nil, now)
    try await store.write { [revoked] in try $0.update(revoked) }
    #expect(try await store.read { try $0.way(foundBy: lookup) } == nil)
    #expect(try await store.read { try $0.ways(of: account.id) } == [key])
    try await store.write { try $0.delete(way: key.id) }
    #expect(try await store.read { try $0.way(key.id) } == nil)
  }
  @Test("each kind of proof keeps its newest date and generation, and goes with its way")
  func proofs() async throws {
    let sealed = SealedWay(recordID: "r", record: "record", wrap: "wrap")
    let key = way("a") { $0.sealed = sealed }, other = way("b")
    try await store.write { records in
      try records.insert(account); try records.insert(key); try records.insert(other)
      try records.note(.signed, of: key.id, at: now)
      try records.note(.signed, of: KeyID(rawValue: "nobody's"), at: now)
      try records.insert(
        Generation(account: account.id, number: 7, authority: [7], statement: "s", history: "", createdAt: now))
      try records.note(.opened, of: key.id, at: now + 1)
    }
    #expect(try await written() == [["a", "opened", "7"], ["a", "signed", "none"]])
    try await store.write { try $0.note(.signed, of: key.id, at: now + 2) }
    #expect(try await written() == [["a", "opened", "7"], ["a", "signed", "7"]])
    let all = try await store.read { try $0.ways(of: account.id) }
    #expect(all.map(\.proofs) == [[.signed: now + 2, .opened: now + 1], [:]])
    #expect(all.first?.provedAt == now + 1, "a key that opens is proved by opening")
    #expect(try await store.read { try $0.way(key.id) } == all.first)
    // A change to the row keeps its proofs, unless nothing is left to open.
    try await store.write { try $0.update(key) }
    #expect(try await store.read { try $0.way(key.id) } == all.first)
    try await store.write { try $0.update(way("a")) }
    #expect(try await written() == [["a", "signed", "7"]])
    try await store.write { try $0.delete(way: key.id) }
    #expect(try await written().isEmpty)
  }
  @Test("a renewed record keeps its proofs of opening, and a record with another id drops them")
  func proofsOfRecords() async throws {
    func holding(_ record: String, _ text: String) -> Way {
      way("a") { $0.sealed = SealedWay(recordID: record, record: text, wrap: "wrap") }
    }
    let first = holding("r", "first"), renewed = holding("r", "renewed"), anew = holding("s", "anew")
    try await store.write { records in
      try records.insert(account); try records.insert(first)
      try records.note(.signed, of: KeyID(rawValue: "a"), at: now)
      try records.note(.opened, of: KeyID(rawValue: "a"), at: now)
      try records.update(renewed)
    }
    #expect(try await written() == [["a", "opened", "none"], ["a", "signed", "none"]])
    try await store.write { try $0.update(anew) }
    #expect(try await written() == [["a", "signed", "none"]], "it opened what the key no longer has")
  }
  /// The kept proofs with their generations, as they are written.
  private func written() async throws -> [[String]] {
    try await store.read { records in
      try rows("SELECT * FROM way_proofs ORDER BY way_id, how", in: records).map { row in
        let generation = try row.optional("generation", SQLRow.integer)
        return [try row.text("way_id"), try row.text("how"), generation.map(String.init) ?? "none"]
      }
    }
  }
  @Test("the facts to report to an account's holder are returned unchanged") func care() async throws {
    let care = AccountCare(
      wantsCodeReminder: true, wasNudged: true, isRotationDue: true, leftOnKeys: ["yellow", "blue"],
      escrowBegunAt: Date(timeIntervalSince1970: 1_800_000_000))
    try await store.write { try $0.insert(account) }
    for care in [care, AccountCare()] {
      try await store.write { try $0.setCare(care, of: account.id) }
      #expect(try await store.read { try $0.account(account.id)?.care } == care)
    }
  }
  @Test("a failed part is undone, and the rest of its transaction is kept") func attempt() async throws {
    struct Failure: Error {}
    let key = way("a")
    try await store.write { records in
      try records.insert(account)
      try? records.attempt {
        try records.insert(key)
        throw Failure()
      }
      try records.attempt { try records.setCare(AccountCare(wasNudged: true), of: account.id) }
    }
    #expect(try await store.read { try $0.way(key.id) } == nil)
    #expect(try await store.read { try $0.account(account.id)?.care.wasNudged } == true)
  }
  @Test("generations are in order, each number once; a journal entry replaces the previous one")
  func generations() async throws {
    func generation(_ number: UInt32) -> Generation {
      Generation(
        account: account.id, number: number, authority: [UInt8(number)], statement: "s\(number)",
        history: number == 1 ? "" : "h", createdAt: now)
    }
    let (first, second) = (generation(1), generation(2))
    try await store.write { records in
      try records.insert(account); try records.insert(second); try records.insert(first)
    }
    #expect(try await store.read { try $0.generations(of: account.id) } == [first, second])
    await #expect(throws: StoreError(.taken, "")) { try await store.write { try $0.insert(second) } }
    let entry = JournalEntry(account: account.id, id: "e", rev: 1, sealed: "one"),
      newer = JournalEntry(account: account.id, id: "e", rev: 2, sealed: "two")
    try await store.write { records in
      try records.put(entry); try records.put(newer)
    }
    #expect(try await store.read { try $0.journal(of: account.id) } == [newer])
    #expect(try await store.read { try $0.journalSize(of: account.id) } == (1, 3))
    try await store.write { try $0.deleteJournalEntry("e", of: account.id) }
    #expect(try await store.read { try $0.journalEntry("e", of: account.id) } == nil)
  }

  @Test("copies are remembered with their ways, the newest few, and forgotten with their place")
  func copies() async throws {
    @Sendable func copy(_ number: Int, _ place: String? = nil) -> AccountsCopy {
      AccountsCopy(
        head: "\(number):ab", madeAt: now + Double(number), readAt: now + 100, place: place,
        ways: [KeyID(rawValue: "a"): true, KeyID(rawValue: "b"): false])
    }
    try await store.write { records in
      for number in 0...AccountsCopy.most { try records.put(copy(number)) }
    }
    let kept = try await store.read { try $0.copies() }
    #expect(kept == (1...AccountsCopy.most).reversed().map { copy($0) })
    try await store.write { try $0.forget(copy(1)) }
    try await store.write { try $0.put(copy(AccountsCopy.most, "office")) }
    #expect(
      try await store.read { try $0.copies().prefix(2) } == [
        copy(AccountsCopy.most), copy(AccountsCopy.most, "office"),
      ])
    #expect(try await store.write { try $0.forgetCopies(at: "office") } == 1)
    #expect(try await store.write { try $0.forgetCopies(at: "office") } == 0)
    #expect(try await store.read { try $0.copies().count } == AccountsCopy.most - 1)
  }
}
