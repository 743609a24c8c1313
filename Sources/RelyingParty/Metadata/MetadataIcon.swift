/// The picture of a model: a PNG, and nothing else. An SVG could hold a program, and no other kind is needed.
public struct MetadataIcon: Hashable, Sendable {
  /// The largest picture that is kept, in bytes.
  public static let maximumSize = 128 << 10
  private static let prefix = Array("data:image/png;base64,".utf8)
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The file.
  public let png: [UInt8]

  /// From a `data:` URL (RFC 2397); `nil` unless it holds a file that begins as a PNG does (PNG, third edition, §5.2) and is not too large.
  public init?(dataURL: [UInt8]) {
    guard dataURL.starts(with: Self.prefix), dataURL.count <= Self.maximumSize / 3 * 4 + 64,
      let bytes = PaddedBase64.decode(dataURL.dropFirst(Self.prefix.count)), bytes.count <= Self.maximumSize, bytes.starts(with: Self.signature)
    else { return nil }
    png = bytes
  }
}
