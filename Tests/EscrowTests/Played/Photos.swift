import Foundation

/// Pictures, with the metadata that cameras and programs add.
enum Photos {
  private static let pixels =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGM4MKEAiBgSHAyACAArfgUh6stcUQAAAABJRU5ErkJggg=="
  /// A PNG of two by two pixels.
  static let png = [UInt8](Data(base64Encoded: pixels) ?? Data())
  static let place = Array("47.3769 N 8.5417 E".utf8)

  /// The same with a text chunk, with private chunks, and with data after its end.
  static var toldPNG: [UInt8] {
    let notes = ["tEXt", "caBX", "zxIf"].flatMap { name -> [UInt8] in
      [0, 0, 0, UInt8(place.count)] + Array(name.utf8) + place + [1, 2, 3, 4]
    }
    return png[..<33] + notes + png[33...] + place
  }
  private static let density: [UInt8] = Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1]
  /// A JPEG's parts: density, color interpretation, two tables, a frame, and a scan with a byte of ones and a restart
  /// marker.
  static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + density + [0, 0] + adobe(14) + [
      0xFF, 0xDB, 0, 4, 1, 2, 0xFF, 0xC0, 0, 3, 8, 0xFF, 0xDA, 0, 3, 1,
    ]
    + [7, 0xFF, 0, 8, 0xFF, 0xD3, 9, 0xFF, 0xD9]
  private static func adobe(_ length: UInt8) -> [UInt8] {
    [0xFF, 0xEE, 0, length] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
  }
  /// The same with thumbnails, a camera's notes, a comment, other programs' segments, a fill byte, and another picture
  /// after its end.
  static var toldJPEG: [UInt8] {
    func segment(_ marker: UInt8, _ name: String = "") -> [UInt8] {
      [0xFF, marker, 0, UInt8(name.utf8.count + place.count + 2)] + Array(name.utf8) + place
    }
    // A thumbnail of six pixels.
    let small: [UInt8] = [0xFF, 0xE0, 0, 34] + density + [3, 2] + place.prefix(18)
    let adobe = adobe(UInt8(14 + place.count)) + place
    let notes = segment(0xE0, "JFXX\0\u{10}") + [0xE1, 0xE2, 0xEB, 0xEE, 0xF0, 0xC8].flatMap { segment($0) }
    let tables = Array(jpeg[36..<42]), rest = Array(jpeg[42...])
    return [Array(jpeg[..<2]), small, adobe, notes, tables, segment(0xFE), [0xFF], rest, place].flatMap { $0 }
  }
}
