import Foundation

extension Username {
  /// What the name looks like, whatever letters it is written with: the skeletons of Unicode Technical Standard 39 §4, over the table in
  /// `LookAlikes`. Two names that share one are mistaken for each other. They are never shown.
  ///
  /// A name ignores case and looks do not, so each of its spellings has its own: as typed, in small letters, in capitals, and with a capital first.
  public var skeletons: Set<String> {
    let small = text.lowercased()
    return Set([text, small, text.uppercased(), small.prefix(1).uppercased() + small.dropFirst()].map(Self.skeleton))
  }

  private static func skeleton(_ spelling: String) -> String {
    // Twice, because a small letter may look like another one when its capital does not.
    let drawn = drawn(spelling.decomposedStringWithCanonicalMapping)
    return Self.drawn(drawn.lowercased().decomposedStringWithCanonicalMapping)
  }

  private static func drawn(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isHardlySeen(scalar) {
      // The dot above these is there already.
      if scalar == "\u{307}", let last = result.last, "ijl".unicodeScalars.contains(last) { continue }
      if let shape = LookAlikes.shape(of: scalar) { result.append(contentsOf: shape.unicodeScalars) } else { result.append(scalar) }
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
