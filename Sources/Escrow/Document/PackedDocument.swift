import CZlib
import Encoding
import Foundation

/// A recovery document in the form in which it is sealed: the length of its JSON text (four bytes, big-endian), then
/// the text in a zlib stream (RFC 1950). The bytes are the same at every provider, so their hash identifies the
/// document.
public struct PackedDocument: Hashable, Sendable {
  public let bytes: [UInt8]
  /// The maximum length of an unpacked document in bytes. No provider keeps more than a few megabytes of packed data.
  public static let maximumCount = 16 << 20

  /// The SHA-512 of the packed bytes, which is the same at every provider that keeps this document.
  public var hash: [UInt8] { EscrowHash.of(bytes) }

  /// - Throws: `invalid` if the document cannot be encoded, or `tooLarge`.
  public init(_ document: RecoveryDocument) throws(EscrowError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text: Data
    do { text = try encoder.encode(document) } catch {
      throw EscrowError(.invalid, "a document that cannot be written")
    }
    guard text.count <= Self.maximumCount else { throw EscrowError(.tooLarge, "a recovery document") }
    var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(text.count))))
    var count = uLongf(packed.count)
    let status = text.withUnsafeBytes {
      compress(&packed, &count, $0.bindMemory(to: UInt8.self).baseAddress, uLong(text.count))
    }
    guard status == Z_OK else { throw EscrowError(.outOfMemory, "zlib") }
    bytes = withUnsafeBytes(of: UInt32(text.count).bigEndian) { Array($0) } + packed[..<Int(count)]
  }

  /// Opens a provider's document for this person.
  ///
  /// - Throws: `malformed` or `sealed`.
  public init(opening sealed: [UInt8], for user: UserIdentifier) throws(EscrowError) {
    bytes = try Sealing.open(sealed, under: user.secret, for: .recoveryDocument).exposed
  }

  /// Seals the document for the provider to which this identifier belongs.
  public func sealed(for user: UserIdentifier) -> [UInt8] {
    Sealing.seal(bytes, under: user.secret, for: .recoveryDocument)
  }

  /// - Throws: `malformed` or `tooLarge`; `inconsistent` if a policy names a truth that the document lacks, a truth
  ///   occurs twice, or a length is wrong.
  public func document() throws(EscrowError) -> RecoveryDocument {
    guard bytes.count > 4 else { throw EscrowError(.malformed, "no length") }
    let count = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard count <= Self.maximumCount else { throw EscrowError(.tooLarge, "a recovery document") }
    var text = [UInt8](repeating: 0, count: count)
    var written = uLongf(count)
    let status = bytes.withUnsafeBytes { all in
      uncompress(&text, &written, all.bindMemory(to: UInt8.self).baseAddress! + 4, uLong(all.count - 4))
    }
    guard status == Z_OK, Int(written) == count else { throw EscrowError(.malformed, "the compressed text is broken") }
    // Some programs end the text with a zero byte, as C strings do.
    while text.last == 0 { text.removeLast() }
    let document: RecoveryDocument
    do { document = try JSONDecoder().decode(RecoveryDocument.self, from: Data(text)) } catch {
      throw EscrowError(.malformed, "not a recovery document")
    }
    let truths = document.methods.map(\.truthID)
    guard Set(truths).count == truths.count, !document.policies.isEmpty,
      document.methods.allSatisfy({
        $0.truthID.bytes.count == DrawnBytes.truthIDCount && $0.truthKey.bytes.count == DrawnBytes.truthKeyCount
          && $0.questionSalt.bytes.count == DrawnBytes.questionSaltCount
          && $0.providerSalt.bytes.count == DrawnBytes.providerSaltCount
      }),
      document.policies.allSatisfy({ policy in
        policy.salt.bytes.count == DrawnBytes.policySaltCount && !policy.truthIDs.isEmpty
          && policy.truthIDs.allSatisfy(truths.contains)
      })
    else { throw EscrowError(.inconsistent, "a recovery document whose parts do not fit together") }
    return document
  }
}

/// The metadata that a provider keeps with a document: the document's hash and name. With it, the owner can find the
/// right document before fetching any.
public struct DocumentMetaData: Hashable, Sendable {
  /// `PackedDocument.hash`, 64 bytes.
  public var documentHash: [UInt8]
  public var secretName: String?
  public init(documentHash: [UInt8], secretName: String?) {
    self.documentHash = documentHash; self.secretName = secretName
  }

  public func sealed(for user: UserIdentifier) -> [UInt8] {
    Sealing.seal(documentHash + Array((secretName ?? "").utf8), under: user.secret, for: .metaData)
  }
  /// - Throws: `malformed`, `sealed` or `inconsistent`.
  public init(opening sealed: [UInt8], for user: UserIdentifier) throws(EscrowError) {
    let plain = try Sealing.open(sealed, under: user.secret, for: .metaData).exposed
    guard plain.count >= EscrowHash.byteCount,
      let name = String(validating: plain[EscrowHash.byteCount...], as: UTF8.self)
    else {
      throw EscrowError(.inconsistent, "what opens is no metadata")
    }
    self.init(documentHash: Array(plain[..<EscrowHash.byteCount]), secretName: name.isEmpty ? nil : name)
  }
}
