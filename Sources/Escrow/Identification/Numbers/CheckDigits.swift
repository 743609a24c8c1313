/// Methods that more than one number uses, or that have a name of their own.
enum CheckDigits {
  /// EAN-13: the last of thirteen digits makes the sum, every second one counted three times, a multiple of ten.
  static func isEAN13(_ digits: [Int]) -> Bool {
    digits.count == 13 && digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
  }

  /// ISO/IEC 7064, MOD 11,10, over all digits with the check digit last.
  static func isISO7064Mod11And10(_ digits: [Int]) -> Bool {
    guard let check = digits.last else { return false }
    var product = 10
    for digit in digits.dropLast() {
      let sum = (digit + product) % 10
      product = (sum == 0 ? 10 : sum) * 2 % 11
    }
    return (product + check) % 10 == 1
  }

  /// Verhoeff's: a walk through the group of a pentagon's symmetries, where every digit is turned first, by how far it stands from the end.
  static func isVerhoeff(_ digits: [Int]) -> Bool {
    var state = 0
    for (place, digit) in digits.reversed().enumerated() {
      var turned = digit
      for _ in 0..<place % 8 { turned = turn[turned] }
      state = product(state, turned)
    }
    return state == 0
  }
  private static let turn = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
  /// 0 to 4 are the turns of a pentagon, 5 to 9 its reflections.
  private static func product(_ one: Int, _ other: Int) -> Int {
    switch (one < 5, other < 5) {
    case (true, true): (one + other) % 5
    case (true, false): 5 + (one + other) % 5
    case (false, true): 5 + (one - other) % 5
    case (false, false): (one - other + 5) % 5
    }
  }
}
