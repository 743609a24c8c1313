import CQREncode

/// A text as a QR code (ISO/IEC 18004): a square of dark and light modules.
public struct QRCode: Sendable {
  /// The width of the light border that a reader needs around the code, in modules.
  private static let quietZone = 4

  /// The modules row by row, `true` for dark.
  private let rows: [[Bool]]

  /// Creates the code of a text. Returns `nil` if the text is too long for any code.
  public init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width), data = code.pointee.data
    // The lowest bit means dark; the other bits are internal to the library.
    rows = (0..<width).map { y in
      (0..<width).map { x in data.map { $0[y * width + x] & 1 == 1 } ?? false }
    }
  }

  /// The side of the whole picture including its border, in modules.
  public var side: Int { rows.count + 2 * Self.quietZone }

  /// The dark modules as an SVG path, with one rectangle for each run of dark modules in a row.
  public var path: String {
    var path = ""
    for (y, row) in rows.enumerated() {
      var x = 0
      while x < row.count {
        let length = row[x...].prefix { $0 }.count
        if length > 0 { path += "M\(x + Self.quietZone) \(y + Self.quietZone)h\(length)v1h-\(length)z" }
        x += max(length, 1)
      }
    }
    return path
  }
}
