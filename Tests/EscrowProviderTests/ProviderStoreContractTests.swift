import Foundation
import Model
import Store
import TestPostgreSQL
import TestProvider
import Testing

@testable import EscrowProvider

/// The contract of every driver for an escrow provider.
@Suite struct ProviderStoreContractTests {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let account = ProviderAccount(
    key: Array(repeating: 1, count: 32), paidUntil: Date(timeIntervalSince1970: 1_900_000_000))
  let truth: KeptTruth
  init() {
    truth = KeptTruth(
      id: Array(repeating: 2, count: 32), keyShare: [3, 0, 255], method: "sms", sealedTruth: [4], mediaType: nil,
      expiresAt: now + 1000)
  }
  private func document(_ version: Int, meta: [UInt8]? = nil) -> KeptDocument {
    KeptDocument(
      account: account.key, version: version, hash: [UInt8(version)], bytes: [0, UInt8(version)], signature: [9],
      metaData: meta,
      uploadedAt: now + Double(version))
  }

  @Test(
    "versions are returned unchanged, newest first, and no version is written twice", arguments: DatabaseKind.allCases)
  func documents(kind: DatabaseKind) async throws {
    let store = try kind.makeProviderStore()
    try await store.write { records in
      try records.put(account)
      for version in 1...3 { try records.insert(document(version, meta: version == 2 ? [7] : nil)) }
    }
    await #expect(throws: StoreError(.taken, "")) { try await store.write { try $0.insert(document(3)) } }
    try await store.read { records throws -> Void in
      #expect(try records.newestDocument(of: account.key) == document(3))
      #expect(try records.document(2, of: account.key) == document(2, meta: [7]))
      #expect(try records.document(4, of: account.key) == nil && records.newestDocument(of: [0]) == nil)
      #expect(try records.documentEntries(of: account.key, upTo: 2, limit: 9).map(\.version) == [2, 1])
      #expect(try records.documentEntries(of: account.key, upTo: 9, limit: 1).map(\.version) == [3])
    }
  }
  @Test("an account's time can be overwritten, and its documents are deleted with it", arguments: DatabaseKind.allCases)
  func accounts(kind: DatabaseKind) async throws {
    let store = try kind.makeProviderStore()
    try await store.write { records in
      try records.put(account)
      try records.put(ProviderAccount(key: account.key, paidUntil: now))
      try records.insert(document(1))
      try records.deleteProviderAccounts(paidUntilBefore: now, limit: 9)
      #expect(try records.providerAccount(account.key)?.paidUntil == now)
      try records.deleteProviderAccounts(paidUntilBefore: now + 1, limit: 9)
      #expect(try records.providerAccount(account.key) == nil && records.newestDocument(of: account.key) == nil)
    }
  }
  @Test(
    "a truth is returned unchanged, its name is unique, and its codes are deleted with it",
    arguments: DatabaseKind.allCases)
  func truths(kind: DatabaseKind) async throws {
    let store = try kind.makeProviderStore()
    let first = IssuedCode(truth: truth.id, number: 1, code: 1 << 51, triesLeft: 3, createdAt: now, expiresAt: now + 10)
    let second = IssuedCode(
      truth: truth.id, number: 2, code: 0, triesLeft: 3, createdAt: now, expiresAt: now + 20, sentAt: now)
    try await store.write { records in
      try records.insert(truth)
      #expect(try records.truth(truth.id) == truth)
      for code in [first, second] { try records.insert(code) }
      #expect(try records.codes(of: truth.id) == [second, first])
      var used = first
      used.triesLeft = 1; used.sentAt = now + 5
      try records.update(used)
      #expect(try records.codes(of: truth.id) == [second, used])
      try records.deleteCodes(expiringBefore: now + 11, limit: 9)
      #expect(try records.codes(of: truth.id) == [second])
    }
    await #expect(throws: StoreError(.taken, "")) { try await store.write { try $0.insert(truth) } }
    try await store.write { records throws -> Void in
      try records.deleteTruths(expiringBefore: now + 1001, limit: 9)
      #expect(try records.truth(truth.id) == nil && records.codes(of: truth.id).isEmpty)
    }
  }
  @Test(
    "a maximum version, number or time causes no crash and is either unreadable or unchanged",
    arguments: DatabaseKind.allCases)
  func last(kind: DatabaseKind) async throws {
    let store = try kind.makeProviderStore()
    let code = IssuedCode(truth: truth.id, number: .max, code: 0, triesLeft: 3, createdAt: now, expiresAt: now)
    let endless = ProviderAccount(key: account.key, paidUntil: Date(timeIntervalSince1970: Double(Int64.max) / 1000))
    try await store.write { records in
      try records.put(endless)
      #expect(try records.providerAccount(account.key)?.paidUntil == endless.paidUntil)
      try records.insert(
        KeptDocument(
          account: account.key, version: .max, hash: [1], bytes: [], signature: [9], metaData: nil, uploadedAt: now))
      try records.insert(truth)
      try records.insert(code)
    }
    await #expect(throws: StoreError(.unreadable, "")) {
      try await store.read { try $0.newestDocument(of: account.key) }
    }
    await #expect(throws: StoreError(.unreadable, "")) { try await store.read { try $0.codes(of: truth.id) } }
  }
  @Test("orders are found by id and purpose, and unpaid ones are removed first", arguments: DatabaseKind.allCases)
  func orders(kind: DatabaseKind) async throws {
    let store = try kind.makeProviderStore()
    let order = PaymentOrder(
      id: [1], purpose: .documents, subject: [5], years: 2, amount: "EUR:1", usesLeft: 64, offeredAt: now)
    var later = PaymentOrder(
      id: [2], purpose: .documents, subject: [5], years: 1, amount: "EUR:1", usesLeft: 64, offeredAt: now + 1)
    try await store.write { [later] records in
      try records.insert(order)
      try records.insert(later)
      #expect(try records.orders(.documents, of: [5]) == [later, order] && records.orders(.truth, of: [5]).isEmpty)
    }
    later.state = .paid; later.usesLeft = 3
    try await store.write { [later] records in
      try records.update(later)
      #expect(try records.order([2]) == later)
      try records.deleteOrders(unpaidOfferedBefore: now + 2, limit: 9)
      #expect(try records.orders(.documents, of: [5]) == [later])
      try records.deleteOrders(offeredBefore: now + 2, limit: 9)
      #expect(try records.order([2]) == nil)
    }
    await #expect(throws: StoreError(.taken, "")) {
      try await store.write { records in
        try records.insert(order)
        try records.insert(order)
      }
    }
    #expect(try await store.read { try $0.order([1]) } == nil)
  }
  @Test(
    "the till's orders, allowances and transfers are returned; a transfer counts only once",
    arguments: DatabaseKind.allCases)
  func others(kind: DatabaseKind) async throws {
    let store = try kind.makeProviderStore()
    var order = TillOrder(id: "A", amount: "EUR:1", summary: "“it”", createdAt: now)
    let transfer = BankTransfer(reference: "1", iban: "DE", amount: "EUR:1", subject: "s", seenAt: now)
    try await store.write { [order] records in
      try records.insert(order)
      #expect(try records.tillOrder("A") == order && records.tillOrder("B") == nil)
      try records.setAllowance([1], until: now)
      try records.setAllowance([1], until: now + 1)
      #expect(try records.allowance([1]) == now + 1)
      try records.deleteAllowances(untilBefore: now + 2, limit: 9)
      #expect(try records.allowance([1]) == nil)
      for _ in 0..<2 { try records.insert(transfer) }
      #expect(try records.transfers(from: "DE") == [transfer] && records.transfers(from: "FR").isEmpty)
      try records.deleteTransfers(seenBefore: now + 1, limit: 9)
      #expect(try records.transfers(from: "DE").isEmpty)
    }
    order.state = .paid
    try await store.write { [order] records in
      try records.update(order)
      #expect(try records.tillOrder("A") == order)
      try records.deleteTillOrders(createdBefore: now + 1, limit: 9)
      #expect(try records.tillOrder("A") == nil)
    }
  }
  @Test(
    "waiting photos are returned, lose their picture once decided, and end with their truth",
    arguments: DatabaseKind.allCases)
  func reviews(kind: DatabaseKind) async throws {
    let store = try kind.makeProviderStore()
    let truth = KeptTruth(id: [1], keyShare: [2], method: "video", sealedTruth: [3], mediaType: nil, expiresAt: now + 9)
    var review = PhotoReview(number: 123_456, truth: [1], code: 7, photo: [1, 2, 3], askedAt: now, expiresAt: now + 3)
    let later = PhotoReview(number: 123_457, truth: [1], code: 8, photo: [4], askedAt: now + 1, expiresAt: now + 5)
    func withoutPhoto(_ review: PhotoReview) -> PhotoReview {
      var review = review
      review.photo = nil
      return review
    }
    let told = [later, review].map(withoutPhoto)
    try await store.write { [review] records in
      try records.insert(truth)
      try records.insert(review)
      try records.insert(later)
      #expect(try records.review(123_456) == review && records.review(1) == nil)
      #expect(try records.reviews(of: [1]) == told && records.reviews(of: [2]).isEmpty)
      #expect(try records.waitingReviews(at: now) == [review, later] && records.waitingReviews(at: now + 4) == [later])
      #expect(
        try records.waitingReviewCount(at: now, besides: [1]) == 0
          && records.waitingReviewCount(at: now, besides: [2]) == 2)
    }
    await #expect(throws: StoreError(.taken, "")) { try await store.write { try $0.insert(later) } }
    (review.photo, review.verdict, review.reason, review.expiresAt) = (nil, .no, "“no”", now + 4)
    try await store.write { [review] records in
      try records.update(review)
      #expect(try records.review(123_456) == review && records.waitingReviews(at: now) == [later])
      try records.deleteReviews(expiringBefore: now + 5, limit: 9)
      #expect(try records.reviews(of: [1]) == [told[0]])
      try records.deleteReview(123_457)
      #expect(try records.reviews(of: [1]).isEmpty)
      try records.insert(later)
      try records.deleteTruths(expiringBefore: now + 10, limit: 9)
      #expect(try records.reviews(of: [1]).isEmpty)
    }
  }
  @Test(
    "what is due is deleted a slice at a time, the oldest first, and along with it what belongs to it",
    arguments: DatabaseKind.allCases)
  func slices(kind: DatabaseKind) async throws {
    let store = try kind.makeProviderStore()
    @Sendable func truth(_ number: UInt8) -> KeptTruth {
      KeptTruth(
        id: [number], keyShare: [1], method: "sms", sealedTruth: [2], mediaType: nil, expiresAt: now + Double(number))
    }
    try await store.write { records in
      for number in (UInt8(1)...5).reversed() {
        try records.insert(truth(number))
        for code in 1...2 {
          try records.insert(
            IssuedCode(truth: [number], number: code, code: 7, triesLeft: 1, createdAt: now, expiresAt: now + 100))
        }
      }
    }
    let deleted = try await store.sweep { try $0.deleteTruths(expiringBefore: now + 5, limit: 3) }
    #expect(deleted == 3, "the codes do not count")
    let left = try await store.read { records in
      try (UInt8(1)...5).filter { try records.truth([$0]) != nil || !records.codes(of: [$0]).isEmpty }
    }
    #expect(left == [4, 5])
    let rest = try await store.sweep { try $0.deleteTruths(expiringBefore: now + 5, limit: 3) }
    #expect(rest == 1)
    try await store.write { try $0.deleteTruth([5]) }
    #expect(try await store.read { try $0.truth([5]) == nil && $0.codes(of: [5]).isEmpty })
  }
  @Test("a site's database is rejected as a provider's and remains unchanged") func otherDatabase() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID()).sqlite").path
    defer { for end in ["", "-wal", "-shm", "-begun"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let site = try SQLiteStore(path: path)
    #expect(throws: StoreError(.unavailable, "")) { try SQLiteProviderStore(path: path) }
    #expect(try await site.read { try $0.auditHead() } == .beginning)
  }
}
