/// France's register number: sex, YYMM, department and commune, serial number, and a key of two digits by 97. Source: INSEE.
enum FrenchRegister {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 15 else { return .refused(.form) }
    guard 97 - digits[..<13].decimal % 97 == digits[13...].decimal else { return .refused(.checkDigit) }
    guard digits[0] != 0 else { return .unusual(.unassigned) }
    // Above 12 the month was not known when the number was given out.
    let month = digits[3..<5].decimal
    return (1...12).contains(month) || (20...42).contains(month) || month >= 50 ? .fine : .unusual(.date)
  }

  /// Corsica's departments are 2A and 2B, and Anastasis takes digits alone. The key is computed as if 19 and 18 stood there, so that this is
  /// what we write.
  static func withoutCorsicanLetters(_ number: String) -> String {
    let characters = Array(number.utf8)
    guard characters.count == 15, characters[5] == UInt8(ascii: "2"), characters[6] == UInt8(ascii: "A") || characters[6] == UInt8(ascii: "B")
    else { return number }
    return "\(number.prefix(5))\(characters[6] == UInt8(ascii: "A") ? "19" : "18")\(number.dropFirst(7))"
  }
}
