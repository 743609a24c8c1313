/// Spain's social security number: province, number, and the remainder of both by 97. Source: Treasury of the Social Security.
enum SpanishInsurance {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 11 else { return .refused(.form) }
    return digits[..<9].decimal % 97 == digits[9...].decimal ? .fine : .unusual(.checkDigit)
  }
}
