/// Spain's DNI (eight digits and a letter), NIE (X, Y or Z, seven digits and a letter), and the number of a foreigner without NIE (M).
/// Source: Ministry of the Interior, how the control digit of NIF and NIE is computed.
enum SpanishIdentity {
  private static let letters = Array("TRWAGMYFPDXBNJZSQVHLCKE".utf8)
  private static let companyLetters = Array("JABCDEFGHI".utf8)

  static func verdict(_ number: String) -> AttributeVerdict {
    let characters = Array(number.utf8), digits = number.digits
    guard characters.count == 9, let first = characters.first, let last = characters.last else { return .refused(.form) }
    let isForeign = digits.count == 7 && !(48...57).contains(first)
    guard digits.count == 8 || isForeign else { return .refused(.form) }
    // Y and Z stand for the digits 1 and 2; X and M for none.
    let leading = first == UInt8(ascii: "Y") ? 1 : first == UInt8(ascii: "Z") ? 2 : 0
    if letters[(isForeign ? [leading] + digits : digits).decimal % 23] == last { return .fine }
    // Anastasis' C client checks these as if they were a company's.
    return first == UInt8(ascii: "M") && isForeign && companyLetter(digits) == last ? .unusual(.checkDigit) : .refused(.checkDigit)
  }

  private static func companyLetter(_ digits: [Int]) -> UInt8 {
    let sum = digits.enumerated().reduce(0) { sum, next in
      let value = next.offset % 2 == 0 ? next.element * 2 : next.element
      return sum + value / 10 + value % 10
    }
    return companyLetters[(10 - sum % 10) % 10]
  }
}
