import Foundation

/// A picture of somebody, for a person to compare with them: a PNG (ISO/IEC 15948) or a JPEG (ISO/IEC 10918), told by how it begins.
public struct Photo: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case png, jpeg
    /// What a file of it ends in.
    public var ending: String { self == .png ? "png" : "jpg" }
    fileprivate var beginning: [UInt8] { self == .png ? [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] : [0xFF, 0xD8, 0xFF] }
  }
  public enum Fault: Error, Hashable, Sendable { case notPicture, tooLarge }
  public let bytes: [UInt8]
  public let kind: Kind

  /// In bytes. In base32 and in a truth it is still less than the MiB that every provider takes.
  public static let most = 512 << 10

  public init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.most else { throw .tooLarge }
    guard let kind = [Kind.png, .jpeg].first(where: { bytes.starts(with: $0.beginning) }) else { throw .notPicture }
    self.bytes = bytes; self.kind = kind
  }

  /// As it stands in a truth: the picture itself, or a `data:` address of it (RFC 2397), as the web page of GNU Anastasis writes it.
  public init?(truth: [UInt8]) {
    guard let bytes = truth.starts(with: Self.address) ? Self.addressed(truth) : truth, let photo = try? Photo(bytes) else { return nil }
    self = photo
  }
  private static func addressed(_ truth: [UInt8]) -> [UInt8]? {
    let end = Array(";base64,".utf8)
    guard truth.count <= most * 2, let comma = truth.firstIndex(of: UInt8(ascii: ",")), truth[...comma].suffix(end.count).elementsEqual(end) else {
      return nil
    }
    return Data(base64Encoded: Data(truth[(comma + 1)...])).map { Array($0) }
  }
  private static let address = Array("data:image/".utf8)
}
