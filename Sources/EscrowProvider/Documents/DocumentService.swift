import Escrow
import Foundation

/// Keeps sealed recovery documents, version after version, and returns them to anyone who knows the account's address.
struct DocumentService: Sendable {
  let provider: Provider
  /// The maximum number of versions listed in one response.
  private static let mostEntries = 1000

  /// Checks an upload before its body is read: its account, its payment, and whether the document is already stored.
  ///
  /// - Parameter patience: The time to wait for a payment, in milliseconds.
  func admit(_ upload: AnnouncedUpload, patience: Int) async throws -> (
    cover: PaymentService.DocumentCover, unchanged: Int?
  ) {
    guard AccountKey.isSigned(upload.signature, upload: upload.hash, by: upload.account) else {
      throw ProviderRefusal(.badSignature, status: .forbidden)
    }
    let cover = try await PaymentService(provider: provider).coverDocuments(
      of: upload.account, years: upload.years, payment: upload.payment, patience: patience)
    let newest = try await provider.store.read { try $0.newestDocument(of: upload.account) }
    return (cover, newest?.hash == upload.hash ? newest?.version : nil)
  }

  private enum Step: Sendable { case done(DocumentReceipt), reached(ProviderRefusal.Limit) }

  /// Stores an admitted upload in the same transaction as its payment.
  func keep(_ bytes: [UInt8], as upload: AnnouncedUpload, _ cover: PaymentService.DocumentCover) async throws
    -> DocumentReceipt
  {
    guard EscrowHash.of(bytes) == upload.hash else { throw ProviderRefusal(.uploadChanged) }
    let now = provider.now()
    let uploads = provider.allowance(
      "uploads", upload.account, most: provider.settings.limits.uploadsPerAccount, period: Allowance.day)
    let step = try await provider.store.write { records -> Step in
      let newest = try records.newestDocument(of: upload.account)
      if let newest, newest.hash == upload.hash { return .done(.unchanged(version: newest.version)) }
      if let limit = try records.use(uploads, at: now) { return .reached(limit) }
      try provider.checkRoom(for: bytes.count, records)
      if let order = cover.order { try records.spendUse(of: order) }
      let account = ProviderAccount(
        key: upload.account,
        paidUntil: max(cover.until, try records.providerAccount(upload.account)?.paidUntil ?? cover.until))
      try records.put(account)
      let version = (newest?.version ?? 0) + 1
      try records.insert(
        KeptDocument(
          account: upload.account, version: version, hash: upload.hash, bytes: bytes, signature: upload.signature,
          metaData: upload.metaData,
          uploadedAt: now))
      return .done(.kept(version: version, until: Int64(account.paidUntil.timeIntervalSince1970)))
    }
    switch step {
    case .done(let receipt): return receipt
    case .reached(let limit): throw ProviderRefusal(.rateLimited, limit: limit)
    }
  }

  /// Returns a version of the account's document, or the newest version if none is given. Returns `nil` if there is no
  /// such document.
  ///
  /// The database queries are the same whether or not the account exists.
  func document(of account: [UInt8], version: Int?) async throws -> KeptDocument? {
    let now = provider.now()
    let (isThere, document) = try await provider.store.read { records in
      let known = try records.providerAccount(account)
      let document = try version.map { try records.document($0, of: account) } ?? records.newestDocument(of: account)
      return (known.map { $0.paidUntil >= now } ?? false, document)
    }
    guard isThere, document != nil || version == nil else { throw ProviderRefusal(.documentUnknown) }
    return document
  }

  /// Returns the entries of the versions, by version number, for use before a document is fetched.
  func entries(of account: [UInt8], upTo version: Int?) async throws -> [DocumentEntry] {
    let now = provider.now()
    let (isThere, entries) = try await provider.store.read { records in
      let known = try records.providerAccount(account)
      return (
        known.map { $0.paidUntil >= now } ?? false,
        try records.documentEntries(of: account, upTo: version ?? Int(Int32.max), limit: Self.mostEntries)
      )
    }
    guard isThere, !entries.isEmpty else { throw ProviderRefusal(.documentUnknown) }
    return entries
  }
}
