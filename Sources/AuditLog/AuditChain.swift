import Crypto
import Encoding
import Model

/// Ties each row of the audit log to all previous rows, so that a changed, removed or inserted row is detected.
///
/// A row's digest is SHA-256 over these bytes, one after the other; numbers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 20 | `latchstring/audit/v1` in ASCII |
/// | 32 | the digest of the previous row; zeros for the first |
/// | 8 | the position, counted from 1 |
/// | 4 + n | the length of the event's name in UTF-8 bytes, then those bytes |
/// | 1, or 1 + 4 + n | the account: `00` for none; otherwise `01`, the length of its id in bytes, then those bytes |
/// | 1, or 1 + 4 + n | the credential: the same with the UTF-8 of its id's base64url text |
/// | 8 | the time in milliseconds since 1970, in two's complement |
///
/// An entry that has a number among those of its account is labelled `latchstring/audit/v2`, and ends with that number
/// (8). Any other layout requires a different label.
public enum AuditChain {
  private static let label = Array("latchstring/audit/v1".utf8)
  private static let numberedLabel = Array("latchstring/audit/v2".utf8)

  /// Returns the digest of the next row, at the position after the head's.
  public static func digest(of line: AuditLine, after head: AuditHead) -> [UInt8] {
    var bytes =
      (line.number == nil ? label : numberedLabel) + head.digest
      + bigEndian(UInt64(bitPattern: Int64(head.position &+ 1)))
    bytes += counted(Array(line.event.utf8)) + optional(line.account) + optional(line.credential.map { Array($0.utf8) })
    bytes += bigEndian(UInt64(bitPattern: line.at))
    if let number = line.number { bytes += bigEndian(UInt64(bitPattern: number)) }
    return Array(SHA256.hash(data: bytes))
  }

  private static func optional(_ bytes: [UInt8]?) -> [UInt8] { bytes.map { [1] + counted($0) } ?? [0] }
  private static func counted(_ bytes: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(truncatingIfNeeded: bytes.count)) + bytes
  }
  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

extension AuditHead {
  /// The written form: the position and the digest in hexadecimal, such as `417:ab12…`.
  public var text: String { "\(position):\(Hex.encode(digest))" }

  /// Reads the written form. Returns `nil` if the text does not have this form.
  public init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let position = Int(parts[0]), position >= 0, let digest = Hex.decode(String(parts[1])),
      digest.count == 32
    else {
      return nil
    }
    self.init(position: position, digest: digest)
  }
}
