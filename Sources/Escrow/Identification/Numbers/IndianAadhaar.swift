/// India's Aadhaar number: twelve digits, the last of them Verhoeff's. Source: UIDAI.
enum IndianAadhaar {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 12 else { return .refused(.form) }
    return CheckDigits.isVerhoeff(digits) ? .fine : .refused(.checkDigit)
  }
}
