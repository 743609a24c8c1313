import Foundation
import Model

/// Where an escrow provider keeps everything: a database of its own, apart from the accounts of a site.
public protocol ProviderStore: Sendable {
  func write<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws
    -> Result
  func read<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws -> Result
  /// Erases what was deleted or written over from wherever changes are kept beside the database. Where somebody reads
  /// or writes at this moment, it is left to the next time, or to who closes the database last.
  func emptyLog() async
}

/// Everything that can be asked of it within one transaction.
public protocol ProviderRecords: InstallationRecords, DocumentRecords, TruthRecords, CodeRecords, OrderRecords,
  AllowanceRecords, TransferRecords,
  ReviewRecords, SizeRecords
{}

public protocol SizeRecords {
  /// How much everything that is kept takes, in bytes. What was deleted counts no more.
  func usedBytes() throws -> Int
}

public protocol DocumentRecords {
  func providerAccount(_ key: [UInt8]) throws -> ProviderAccount?
  /// Makes it, or writes until when it is paid.
  func put(_ account: ProviderAccount) throws
  func newestDocument(of account: [UInt8]) throws -> KeptDocument?
  func document(_ version: Int, of account: [UInt8]) throws -> KeptDocument?
  /// The newest first.
  func documentEntries(of account: [UInt8], upTo version: Int, limit: Int) throws -> [DocumentEntry]
  /// Throws `StoreError.taken` where the account has that version.
  func insert(_ document: KeptDocument) throws
  /// With their documents.
  func deleteProviderAccounts(paidUntilBefore: Date) throws
}

public protocol TruthRecords {
  func truth(_ id: [UInt8]) throws -> KeptTruth?
  /// Throws `StoreError.taken` where the name is known.
  func insert(_ truth: KeptTruth) throws
  /// With their codes.
  func deleteTruths(expiringBefore: Date) throws
}

public protocol CodeRecords {
  /// The newest first, also those that are over.
  func codes(of truth: [UInt8]) throws -> [IssuedCode]
  /// Throws `StoreError.taken` where the truth has a code of that number.
  func insert(_ code: IssuedCode) throws
  /// Writes the tries that are left and when it was sent.
  func update(_ code: IssuedCode) throws
  func deleteCodes(expiringBefore: Date) throws
}

public protocol OrderRecords {
  func order(_ id: [UInt8]) throws -> PaymentOrder?
  /// The newest first.
  func orders(_ purpose: PaymentOrder.Purpose, of subject: [UInt8]) throws -> [PaymentOrder]
  func orders(in state: PaymentOrder.State) throws -> [PaymentOrder]
  /// Throws `StoreError.taken` where the id is known.
  func insert(_ order: PaymentOrder) throws
  /// Writes its state and the uses that are left.
  func update(_ order: PaymentOrder) throws
  /// Those that nobody paid.
  func deleteOrders(unpaidOfferedBefore: Date) throws
  /// All of that age.
  func deleteOrders(offeredBefore: Date) throws

  func tillOrder(_ id: String) throws -> TillOrder?
  /// Throws `StoreError.taken` where the id is known.
  func insert(_ order: TillOrder) throws
  /// Writes its state.
  func update(_ order: TillOrder) throws
  func deleteTillOrders(createdBefore: Date) throws
  func deleteTillOrders(unpaidCreatedBefore: Date) throws
}

/// How much of a limited number was used, by the name of what is limited.
public protocol AllowanceRecords {
  /// Until when it is filled up again.
  func allowance(_ name: [UInt8]) throws -> Date?
  func setAllowance(_ name: [UInt8], until: Date) throws
  func deleteAllowances(untilBefore: Date) throws
}

public protocol TransferRecords {
  /// Does nothing where its reference is known.
  func insert(_ transfer: BankTransfer) throws
  func transfers(from iban: String) throws -> [BankTransfer]
  func deleteTransfers(seenBefore: Date) throws
}
