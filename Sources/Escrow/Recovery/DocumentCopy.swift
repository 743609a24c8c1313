/// One version of a document that a provider says it keeps for the person.
public struct DocumentCopy: Hashable, Sendable, Codable {
  public let provider: ProviderAddress
  /// The provider's own count, from 1.
  public let version: Int
  /// Which document it is, wherever it is kept: `PackedDocument.hash`, 64 bytes.
  public let documentHash: Base32Bytes
  public let secretName: String?
  /// By the provider's clock, where it told.
  public let uploadTime: Timestamp?
  /// Under which of the draft's attributes it was found.
  public let variant: Int
}

/// The copies of one document.
public struct FoundDocument: Hashable, Sendable {
  /// 64 bytes.
  public let hash: Base32Bytes
  public var secretName: String?
  /// In the order in which the draft names the providers.
  public var copies: [DocumentCopy]
  /// The latest that any provider told.
  public var uploadTime: Timestamp? {
    copies.compactMap(\.uploadTime).max { one, other in
      switch (one, other) {
      case (.seconds(let one), .seconds(let other)): one < other
      case (.seconds, .never): true
      case (.never, _): false
      }
    }
  }
}

/// What asking a provider for documents brought.
public enum ProviderStanding: Hashable, Sendable, Codable {
  case found
  /// It keeps nothing under these attributes.
  case nothing
  case trouble(ProviderTrouble)
}
