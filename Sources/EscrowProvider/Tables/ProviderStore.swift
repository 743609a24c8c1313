import Foundation
import Model

/// The database of an escrow provider. It contains all of the provider's data and is separate from the accounts of a
/// site.
///
/// A transaction can be lost through no fault of its own, and its work is then performed again. Therefore, the work
/// changes nothing outside of its transaction.
public protocol ProviderStore: Sendable {
  func write<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws
    -> Result
  func read<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws -> Result
  /// Performs a transaction of housekeeping. Where several processes share the database, one of them does it at a time.
  /// - Returns: `nil` if another process is at it. Then nothing was done.
  func sweep<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws
    -> Result?
  /// Erases deleted and overwritten data from the log in which the database records changes. If a read or write is in
  /// progress, erasure is left to the next call, or to whoever closes the database last.
  func emptyLog() async
}

extension ProviderStore {
  public func sweep<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result? { try await write(work) }
}

/// The operations available within one transaction.
public protocol ProviderRecords: InstallationRecords, DocumentRecords, TruthRecords, CodeRecords, OrderRecords,
  AllowanceRecords, TransferRecords,
  ReviewRecords, SizeRecords
{}

public protocol SizeRecords {
  /// Returns the size of all stored data, in bytes. Deleted data does not count, except in PostgreSQL, which does not
  /// give its room back.
  func usedBytes() throws -> Int
}

public protocol DocumentRecords {
  func providerAccount(_ key: [UInt8]) throws -> ProviderAccount?
  /// Creates the account, or updates the date until which it is paid for.
  func put(_ account: ProviderAccount) throws
  func newestDocument(of account: [UInt8]) throws -> KeptDocument?
  func document(_ version: Int, of account: [UInt8]) throws -> KeptDocument?
  /// Returns the entries of the account's documents, newest first.
  func documentEntries(of account: [UInt8], upTo version: Int, limit: Int) throws -> [DocumentEntry]
  /// Inserts a document. Throws `StoreError.taken` if the account already has that version.
  func insert(_ document: KeptDocument) throws
  /// Deletes at most `limit` accounts whose paid period ended before this time, with their documents.
  /// - Returns: The number of deleted accounts.
  @discardableResult
  func deleteProviderAccounts(paidUntilBefore: Date, limit: Int) throws -> Int
}

public protocol TruthRecords {
  func truth(_ id: [UInt8]) throws -> KeptTruth?
  /// Inserts a truth. Throws `StoreError.taken` if the name is already in use.
  func insert(_ truth: KeptTruth) throws
  /// Deletes the truth, with its codes.
  func deleteTruth(_ id: [UInt8]) throws
  /// Deletes at most `limit` truths that expired before this time, with their codes.
  /// - Returns: The number of deleted truths.
  @discardableResult
  func deleteTruths(expiringBefore: Date, limit: Int) throws -> Int
}

public protocol CodeRecords {
  /// Returns the codes of a truth, newest first, including expired ones.
  func codes(of truth: [UInt8]) throws -> [IssuedCode]
  /// Inserts a code. Throws `StoreError.taken` if the truth already has a code with that number.
  func insert(_ code: IssuedCode) throws
  /// Updates the code's number of tries left and the time at which it was sent.
  func update(_ code: IssuedCode) throws
  /// Deletes at most `limit` codes that expired before this time, and returns their number.
  @discardableResult
  func deleteCodes(expiringBefore: Date, limit: Int) throws -> Int
}

public protocol OrderRecords {
  func order(_ id: [UInt8]) throws -> PaymentOrder?
  /// Returns the orders for this subject, newest first.
  func orders(_ purpose: PaymentOrder.Purpose, of subject: [UInt8]) throws -> [PaymentOrder]
  func orders(in state: PaymentOrder.State) throws -> [PaymentOrder]
  /// Inserts an order. Throws `StoreError.taken` if the ID is already in use.
  func insert(_ order: PaymentOrder) throws
  /// Updates the order's state and the number of uses left.
  func update(_ order: PaymentOrder) throws
  /// Deletes at most `limit` unpaid orders that were offered before this time, and returns their number.
  @discardableResult
  func deleteOrders(unpaidOfferedBefore: Date, limit: Int) throws -> Int
  /// Deletes at most `limit` orders of any kind that were offered before this time, and returns their number.
  @discardableResult
  func deleteOrders(offeredBefore: Date, limit: Int) throws -> Int

  func tillOrder(_ id: String) throws -> TillOrder?
  /// Inserts an order of the till. Throws `StoreError.taken` if the ID is already in use.
  func insert(_ order: TillOrder) throws
  /// Updates the order's state.
  func update(_ order: TillOrder) throws
  /// Deletes at most `limit` orders that were made before this time, and returns their number.
  @discardableResult
  func deleteTillOrders(createdBefore: Date, limit: Int) throws -> Int
  /// Deletes at most `limit` unpaid orders that were made before this time, and returns their number.
  @discardableResult
  func deleteTillOrders(unpaidCreatedBefore: Date, limit: Int) throws -> Int
}

/// The used part of each allowance, keyed by the name of what is limited.
public protocol AllowanceRecords {
  /// Returns the time at which the allowance is full again.
  func allowance(_ name: [UInt8]) throws -> Date?
  func setAllowance(_ name: [UInt8], until: Date) throws
  /// Deletes at most `limit` allowances that were full again before this time, and returns their number.
  @discardableResult
  func deleteAllowances(untilBefore: Date, limit: Int) throws -> Int
}

public protocol TransferRecords {
  /// Inserts a transfer. Does nothing if the transfer's reference is already recorded.
  func insert(_ transfer: BankTransfer) throws
  func transfers(from iban: String) throws -> [BankTransfer]
  /// Deletes at most `limit` transfers that were seen before this time, and returns their number.
  @discardableResult
  func deleteTransfers(seenBefore: Date, limit: Int) throws -> Int
}
