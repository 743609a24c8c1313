import Encoding

/// What a provider keeps beside a document so that its owner finds the right one before fetching any: which document it is, and its name.
public struct DocumentMetaData: Hashable, Sendable {
  /// `PackedDocument.hash`, 64 bytes.
  public var documentHash: [UInt8]
  public var secretName: String?
  public init(documentHash: [UInt8], secretName: String?) { self.documentHash = documentHash; self.secretName = secretName }

  public func sealed(for user: UserIdentifier) -> [UInt8] {
    Sealing.seal(documentHash + Array((secretName ?? "").utf8), under: user.secret, for: .metaData)
  }
  /// - Throws: `malformed`, `sealed`, `inconsistent`.
  public init(opening sealed: [UInt8], for user: UserIdentifier) throws(EscrowError) {
    let plain = try Sealing.open(sealed, under: user.secret, for: .metaData).exposed
    guard plain.count >= EscrowHash.byteCount, let name = String(validating: plain[EscrowHash.byteCount...], as: UTF8.self) else {
      throw EscrowError(.inconsistent, "what opens is no metadata")
    }
    self.init(documentHash: Array(plain[..<EscrowHash.byteCount]), secretName: name.isEmpty ? nil : name)
  }
}
