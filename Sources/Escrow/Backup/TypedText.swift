/// What forms have in common: white space around what was typed, and the characters of numbers and names.
extension String {
  /// Without white space at either end.
  var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    guard start < endIndex, let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[start...end])
  }
}

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }
  var isLetterOrDigit: Bool { isDigit || (65...90).contains(self) || (97...122).contains(self) }
}
