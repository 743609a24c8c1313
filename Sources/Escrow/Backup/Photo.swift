import Foundation

/// A picture of the person, which an examiner compares with them. Its format, PNG (ISO/IEC 15948) or JPEG (ISO/IEC
/// 10918), is recognized by its first bytes.
public struct Photo: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case png, jpeg
    /// The file name extension.
    public var ending: String { self == .png ? "png" : "jpg" }
    fileprivate var beginning: [UInt8] {
      self == .png ? [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] : [0xFF, 0xD8, 0xFF]
    }
  }
  public enum Fault: Error, Hashable, Sendable { case notPicture, tooLarge }
  public let bytes: [UInt8]
  public let kind: Kind

  /// The maximum size in bytes. Encoded in base32 and inside a truth, a photo of this size is still below the MiB that
  /// every provider accepts.
  public static let most = 512 << 10

  public init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.most else { throw .tooLarge }
    guard let kind = [Kind.png, .jpeg].first(where: { bytes.starts(with: $0.beginning) }) else { throw .notPicture }
    self.bytes = bytes; self.kind = kind
  }

  /// Reads a photo as stored in a truth: the picture itself, or a `data:` URL of it (RFC 2397), as the web page of GNU
  /// Anastasis writes it.
  public init?(truth: [UInt8]) {
    guard let bytes = truth.starts(with: Self.address) ? Self.addressed(truth) : truth, let photo = try? Photo(bytes)
    else { return nil }
    self = photo
  }
  private static func addressed(_ truth: [UInt8]) -> [UInt8]? {
    let end = Array(";base64,".utf8)
    guard truth.count <= most * 2, let comma = truth.firstIndex(of: UInt8(ascii: ",")),
      truth[...comma].suffix(end.count).elementsEqual(end)
    else {
      return nil
    }
    return Data(base64Encoded: Data(truth[(comma + 1)...])).map { Array($0) }
  }
  private static let address = Array("data:image/".utf8)
}

extension Photo {
  /// Only the picture, without the metadata that programs and cameras add: time and place, device, author, thumbnails.
  ///
  /// - Returns: The picture, or `nil` if its parts are not in a valid order.
  public var bare: Photo? {
    let kept = kind == .png ? Self.chunks(bytes) : Self.segments(bytes)
    return kept.flatMap { try? Photo($0) }
  }

  /// Returns a PNG's chunks, up to and including its end (ISO/IEC 15948 §5.3).
  private static func chunks(_ bytes: [UInt8]) -> [UInt8]? {
    var kept = Array(bytes.prefix(8)), at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - at - 12 else { return nil }
      let end = at + 12 + length, name = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
      if pictureChunks.contains(name) { kept += bytes[at..<end] }
      if name == "IEND" { return kept }
      at = end
    }
    return nil
  }
  /// The chunks that contain the picture, and those that determine how its colors are interpreted.
  private static let pictureChunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT",
  ]

  /// Returns a JPEG's segments and scans, up to and including its end (ISO/IEC 10918-1 annex B).
  private static func segments(_ bytes: [UInt8]) -> [UInt8]? {
    var kept = Array(bytes.prefix(2)), at = 2
    while at + 1 < bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let marker = bytes[at + 1]
      switch marker {
      case 0xFF: at += 1  // bytes that only fill
      case 0x01: at += 2  // of no use outside of coding
      case 0xD9: return kept + bytes[at..<at + 2]
      case 0xD0...0xD7:
        kept += bytes[at..<at + 2]
        at += 2
      default:
        guard at + 3 < bytes.count else { return nil }
        let end = at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
        guard end >= at + 4, end <= bytes.count else { return nil }
        kept += bare(marker, bytes[at..<end])
        at = end
        guard marker == 0xDA else { continue }
        while at + 1 < bytes.count, !isMarker(bytes[at], bytes[at + 1]) { at += 1 }
        kept += bytes[end..<at]
      }
    }
    return nil
  }
  /// Returns the part of a segment that is kept; empty if the segment does not affect the picture.
  private static func bare(_ marker: UInt8, _ segment: ArraySlice<UInt8>) -> [UInt8] {
    let told = segment.dropFirst(4)
    switch marker {
    // Frames (except reserved ones), code, conditioning and quantization tables, scans, the number of lines, and
    // restart intervals.
    case 0xC0...0xC7, 0xC9...0xCF, 0xDA...0xDD: return Array(segment)
    // The pixel density (JFIF 1.02), with an empty thumbnail.
    case 0xE0 where told.starts(with: Array("JFIF\0".utf8)) && told.count >= 14:
      return [0xFF, marker, 0, 16] + told.prefix(12) + [0, 0]
    // The interpretation of the picture's colors (Adobe TN 5116).
    case 0xEE where told.starts(with: Array("Adobe".utf8)) && told.count >= 12:
      return [0xFF, marker, 0, 14] + told.prefix(12)
    default: return []
    }
  }
  /// Returns `true` if these bytes are a marker. Within a scan, a byte of all ones is followed by a zero byte or begins
  /// the next restart interval.
  private static func isMarker(_ first: UInt8, _ second: UInt8) -> Bool {
    first == 0xFF && second != 0 && !(0xD0...0xD7).contains(second)
  }
}
