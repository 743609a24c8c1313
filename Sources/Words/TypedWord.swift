/// What a person typed, as the list would write it.
enum TypedWord {
  /// One word: lower case, without white space around it.
  static func normalised(_ text: String) -> String { split(text).joined(separator: " ") }

  /// The words of a phrase: lower case, whatever white space lay around and between them.
  ///
  /// Of the compatibility forms that NFKD takes apart, those are that become letters of this list: full-width letters and the ligatures
  /// that come with text copied from a PDF.
  static func split(_ text: String) -> [String] {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFB00...0xFB06: plain += ligatures[Int(scalar.value - 0xFB00)]
      case 0xFF21...0xFF3A, 0xFF41...0xFF5A: plain.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
}
