/// Germany's taxpayer identification number: ten digits of which one comes twice or three times and the others at most once, and the check
/// digit of ISO 7064 MOD 11,10. Source: Federal Central Tax Office.
enum GermanTax {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 11 else { return .refused(.form) }
    guard CheckDigits.isISO7064Mod11And10(digits) else { return .refused(.checkDigit) }
    guard digits[0] != 0 else { return .refused(.unassigned) }
    let counts = Dictionary(grouping: digits[..<10]) { $0 }.values.map(\.count).filter { $0 > 1 }
    return counts == [2] || counts == [3] ? .fine : .unusual(.unassigned)
  }
}
