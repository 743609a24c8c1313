import Foundation

/// Pictures, with what cameras and programs write beside them.
enum Photos {
  private static let pixels = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGM4MKEAiBgSHAyACAArfgUh6stcUQAAAABJRU5ErkJggg=="
  /// A PNG of two by two pixels.
  static let png = [UInt8](Data(base64Encoded: pixels) ?? Data())
  static let place = Array("47.3769 N 8.5417 E".utf8)

  /// The same with a text in it, before its pixels and after its end.
  static var toldPNG: [UInt8] {
    let text = [0, 0, 0, UInt8(place.count)] + Array("tEXt".utf8) + place + [1, 2, 3, 4]
    return png[..<33] + text + png[33...] + place
  }
  /// A JPEG's parts: two tables, a frame, and a scan in which a byte of ones and an interval's mark stand.
  static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 74, 70, 0xFF, 0xDB, 0, 4, 1, 2, 0xFF, 0xC0, 0, 3, 8, 0xFF, 0xDA, 0, 3, 1]
    + [7, 0xFF, 0, 8, 0xFF, 0xD3, 9, 0xFF, 0xD9]
  /// The same with a camera's notes, a comment, a byte that only fills, and another picture after its end.
  static var toldJPEG: [UInt8] {
    func segment(_ marker: UInt8) -> [UInt8] { [0xFF, marker, 0, UInt8(place.count + 2)] + place }
    return jpeg[..<8] + segment(0xE1) + segment(0xE2) + jpeg[8..<14] + segment(0xFE) + [0xFF] + jpeg[14...] + place
  }
}
