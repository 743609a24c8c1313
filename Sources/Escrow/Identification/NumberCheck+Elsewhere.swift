/// The United States' social security number, which has no check digit. Some numbers are never issued, but Anastasis
/// accepts them all. Source: Social Security Administration.
enum AmericanInsurance {
  /// Numbers that were once printed in advertisements and then used by thousands of people.
  private static let printed = [78_051_120, 219_099_999]

  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 9 else { return .refused(.form) }
    let area = digits[..<3].decimal, group = digits[3..<5].decimal, serial = digits[5...].decimal
    let isAssigned =
      area != 0 && area != 666 && area < 900 && group != 0 && serial != 0 && !printed.contains(digits.decimal)
    return isAssigned ? .fine : .unusual(.unassigned)
  }
}

/// India's Aadhaar number: twelve digits, the last a Verhoeff check digit. Source: UIDAI.
enum IndianAadhaar {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 12 else { return .refused(.form) }
    return CheckDigits.isVerhoeff(digits) ? .fine : .refused(.checkDigit)
  }
}

/// Japan's My Number: eleven digits and a mod-11 check digit. Anastasis does not verify the check digit. Source:
/// ministerial ordinance 85 of 2014, article 5.
enum JapaneseMyNumber {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 12 else { return .refused(.form) }
    let remainder = digits[..<11].weighted([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
    return (remainder <= 1 ? 0 : 11 - remainder) == digits[11] ? .fine : .unusual(.checkDigit)
  }
}
