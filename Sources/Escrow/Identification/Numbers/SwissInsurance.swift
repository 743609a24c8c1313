/// Switzerland's AHV number: 756, nine random digits, EAN-13's check digit. Source: Federal Central Compensation Office.
enum SwissInsurance {
  static func verdict(_ number: String) -> AttributeVerdict { CheckDigits.isEAN13(number.digits) ? .fine : .refused(.checkDigit) }
}
