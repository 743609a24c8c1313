extension Photo {
  /// The picture alone, without what programs and cameras write beside it: where and when it was taken, with what, by whom, smaller pictures of it.
  ///
  /// - Returns: `nil` where its parts do not follow one another as they have to.
  public var bare: Photo? {
    let kept = kind == .png ? Self.chunks(bytes) : Self.segments(bytes)
    return kept.flatMap { try? Photo($0) }
  }

  /// A PNG's chunks, up to its end (ISO/IEC 15948 §5.3).
  private static func chunks(_ bytes: [UInt8]) -> [UInt8]? {
    var kept = Array(bytes.prefix(8)), at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - at - 12 else { return nil }
      let end = at + 12 + length, name = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
      if !notes.contains(name) { kept += bytes[at..<end] }
      if name == "IEND" { return kept }
      at = end
    }
    return nil
  }
  private static let notes: Set<String> = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME"]

  /// A JPEG's segments and scans, up to its end (ISO/IEC 10918-1 annex B).
  private static func segments(_ bytes: [UInt8]) -> [UInt8]? {
    var kept = Array(bytes.prefix(2)), at = 2
    while at + 1 < bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let marker = bytes[at + 1]
      switch marker {
      case 0xFF: at += 1  // bytes that only fill
      case 0xD9: return kept + bytes[at..<at + 2]
      case 0x01, 0xD0...0xD7:
        kept += bytes[at..<at + 2]
        at += 2
      default:
        guard at + 3 < bytes.count else { return nil }
        let end = at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
        guard end >= at + 4, end <= bytes.count else { return nil }
        if !isNote(marker) { kept += bytes[at..<end] }
        at = end
        guard marker == 0xDA else { continue }
        while at + 1 < bytes.count, !isMarker(bytes[at], bytes[at + 1]) { at += 1 }
        kept += bytes[end..<at]
      }
    }
    return nil
  }
  /// Of the application segments the first says how dense the picture is, and Adobe's how its colors are to be read; the others are notes.
  private static func isNote(_ marker: UInt8) -> Bool { marker == 0xFE || ((0xE1...0xEF).contains(marker) && marker != 0xEE) }
  /// Within a scan a byte of ones is followed by a zero, or begins the next interval.
  private static func isMarker(_ first: UInt8, _ second: UInt8) -> Bool { first == 0xFF && second != 0 && !(0xD0...0xD7).contains(second) }
}
