import Foundation

extension Username {
  /// What the name looks like, whatever letters it is written with: the skeleton of Unicode Technical Standard 39 §4, over the table in
  /// `LookAlikes`. Two names with one skeleton are mistaken for each other. It is never shown.
  public var skeleton: String {
    // Twice, because a small letter may look like another one when its capital does not.
    let drawn = Self.drawn(text.decomposedStringWithCanonicalMapping)
    return Self.drawn(drawn.lowercased().decomposedStringWithCanonicalMapping)
  }

  private static func drawn(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isHardlySeen(scalar) {
      // The dot above these is there already.
      if scalar == "\u{307}", let last = result.last, "ijl".unicodeScalars.contains(last) { continue }
      if let shape = LookAlikes.drawnAs[scalar] { result.append(contentsOf: shape) } else { result.append(scalar) }
    }
    return String(result)
  }

  /// Hebrew points and Arabic vowel signs, which people write or leave out, and the stroke that lengthens an Arabic word.
  private static func isHardlySeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x591...0x5C7, 0x64B...0x652, 0x670, 0x640: true
    default: false
    }
  }
}
