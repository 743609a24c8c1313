/// The Netherlands' citizen service number: the eleven test, with the last digit counted once and taken away. Source: Logical design BSN.
enum DutchService {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 9 else { return .refused(.form) }
    return digits.weighted([9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 == 0 ? .fine : .refused(.checkDigit)
  }
}
