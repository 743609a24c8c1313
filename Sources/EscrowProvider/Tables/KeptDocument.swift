import Foundation

/// A person's account at an escrow provider. The provider does not know who the person is.
public struct ProviderAccount: Hashable, Sendable {
  /// The Ed25519 key that signs the uploads, 32 bytes.
  public var key: [UInt8]
  /// The time after which the account's contents are deleted.
  public var paidUntil: Date

  public init(key: [UInt8], paidUntil: Date) { self.key = key; self.paidUntil = paidUntil }
}

/// One version of a sealed recovery document, exactly as uploaded.
public struct KeptDocument: Hashable, Sendable {
  public var account: [UInt8]
  /// The version number, starting at 1.
  public var version: Int
  /// The SHA-512 hash of the bytes, signed with the account's key.
  public var hash: [UInt8]
  public var bytes: [UInt8]
  public var signature: [UInt8]
  /// The metadata that the person's program reads before it fetches the document. The metadata is also sealed.
  public var metaData: [UInt8]?
  public var uploadedAt: Date

  public init(
    account: [UInt8], version: Int, hash: [UInt8], bytes: [UInt8], signature: [UInt8], metaData: [UInt8]?,
    uploadedAt: Date
  ) {
    self.account = account; self.version = version; self.hash = hash; self.bytes = bytes; self.signature = signature
    self.metaData = metaData; self.uploadedAt = uploadedAt
  }
}

/// The description of a version, without the document's bytes.
public struct DocumentEntry: Hashable, Sendable {
  public var version: Int
  public var metaData: [UInt8]?
  public var uploadedAt: Date

  public init(version: Int, metaData: [UInt8]?, uploadedAt: Date) {
    self.version = version; self.metaData = metaData; self.uploadedAt = uploadedAt
  }
}
