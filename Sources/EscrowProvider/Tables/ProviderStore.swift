import Foundation
import Model

/// The database of an escrow provider. It contains all of the provider's data and is separate from the accounts of a
/// site.
public protocol ProviderStore: Sendable {
  func write<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws
    -> Result
  func read<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws -> Result
  /// Erases deleted and overwritten data from the log in which the database records changes. If a read or write is in
  /// progress, erasure is left to the next call, or to whoever closes the database last.
  func emptyLog() async
}

/// The operations available within one transaction.
public protocol ProviderRecords: InstallationRecords, DocumentRecords, TruthRecords, CodeRecords, OrderRecords,
  AllowanceRecords, TransferRecords,
  ReviewRecords, SizeRecords
{}

public protocol SizeRecords {
  /// Returns the size of all stored data, in bytes. Deleted data does not count.
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
  /// Deletes the accounts whose paid period ended before this time, with their documents.
  func deleteProviderAccounts(paidUntilBefore: Date) throws
}

public protocol TruthRecords {
  func truth(_ id: [UInt8]) throws -> KeptTruth?
  /// Inserts a truth. Throws `StoreError.taken` if the name is already in use.
  func insert(_ truth: KeptTruth) throws
  /// Deletes the truths that expired before this time, with their codes.
  func deleteTruths(expiringBefore: Date) throws
}

public protocol CodeRecords {
  /// Returns the codes of a truth, newest first, including expired ones.
  func codes(of truth: [UInt8]) throws -> [IssuedCode]
  /// Inserts a code. Throws `StoreError.taken` if the truth already has a code with that number.
  func insert(_ code: IssuedCode) throws
  /// Updates the code's number of tries left and the time at which it was sent.
  func update(_ code: IssuedCode) throws
  func deleteCodes(expiringBefore: Date) throws
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
  /// Deletes unpaid orders that were offered before this time.
  func deleteOrders(unpaidOfferedBefore: Date) throws
  /// Deletes all orders offered before this time.
  func deleteOrders(offeredBefore: Date) throws

  func tillOrder(_ id: String) throws -> TillOrder?
  /// Inserts an order of the till. Throws `StoreError.taken` if the ID is already in use.
  func insert(_ order: TillOrder) throws
  /// Updates the order's state.
  func update(_ order: TillOrder) throws
  func deleteTillOrders(createdBefore: Date) throws
  func deleteTillOrders(unpaidCreatedBefore: Date) throws
}

/// The used part of each allowance, keyed by the name of what is limited.
public protocol AllowanceRecords {
  /// Returns the time at which the allowance is full again.
  func allowance(_ name: [UInt8]) throws -> Date?
  func setAllowance(_ name: [UInt8], until: Date) throws
  func deleteAllowances(untilBefore: Date) throws
}

public protocol TransferRecords {
  /// Inserts a transfer. Does nothing if the transfer's reference is already recorded.
  func insert(_ transfer: BankTransfer) throws
  func transfers(from iban: String) throws -> [BankTransfer]
  func deleteTransfers(seenBefore: Date) throws
}
