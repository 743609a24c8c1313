/// Albania's identity number: decade and year, month (plus 50 for a woman, plus 30 more for a foreigner), day, serial
/// number, and a mod-23 check letter. No Anastasis client checks it. Anastasis' pattern accepts only numbers that are
/// two characters shorter. Nobody has such a number, but a backup made with one must still be found.
enum AlbanianIdentity {
  private static let weights = [1, 1, 2, 3, 4, 5, 6, 7, 8]

  static func verdict(_ number: String) -> AttributeVerdict {
    let characters = Array(number.utf8)
    guard let first = characters.first, let last = characters.last, characters.count >= 2, (65...87).contains(last)
    else { return .refused(.form) }
    let digits = number.dropFirst().digits
    guard characters.count == 10, digits.count == 8, (48...57).contains(first) || (65...84).contains(first) else {
      return .unusual(.form)
    }
    // The letter A has the value one, and so on up to W, which has the value zero.
    let decade = first < 65 ? Int(first) - 48 : Int(first) - 64
    guard ([decade] + digits).weighted(weights) % 23 == (Int(last) - 64) % 23 else { return .unusual(.checkDigit) }
    let year = 1800 + (first < 65 ? decade : decade + 9) * 10 + digits[0], month = digits[1..<3].decimal
    let added = [80, 50, 30, 0].first { month > $0 } ?? 0
    return CalendarDay(year: year, month: month - added, day: digits[3..<5].decimal) == nil ? .unusual(.date) : .fine
  }
}

/// Belgium's national register number: YYMMDD, a three-digit serial number, and 97 minus their remainder modulo 97,
/// with a 2 in front from 2000 on. Source: royal decree of 3 April 1984. No Anastasis client checks it.
enum BelgianRegister {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 11 else { return .refused(.form) }
    let base = digits[..<9].decimal, check = digits[9...].decimal
    let centuries = [(1900, base), (2000, 2_000_000_000 + base)].filter { 97 - $0.1 % 97 == check }.map(\.0)
    guard !centuries.isEmpty else { return .unusual(.checkDigit) }
    let year = digits[..<2].decimal, month = digits[2..<4].decimal, day = digits[4..<6].decimal
    // 20 is added to the month if the person's sex is unknown, and 40 for others without a register entry. An unknown
    // day or month is written as zero.
    let calendarMonth = month % 20
    let exists =
      calendarMonth == 0 || day == 0
      || centuries.contains { CalendarDay(year: $0 + year, month: calendarMonth, day: day) != nil }
    return exists && month < 60 && day <= 31 ? .fine : .unusual(.date)
  }
}

/// Czechia's and Slovakia's birth number, YYMMDD/SSSC: 50 is added to the month for a woman, and 20 more once a day's
/// numbers are used up. Source: Czech act 133/2000, section 13.
enum CzechBirth {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    if (7...8).contains(digits.count) { return .unusual(.form) }
    guard (9...10).contains(digits.count) else { return .refused(.form) }
    let isOld = digits.count == 9
    if !isOld, digits.decimal % 11 != 0 {
      // Until 1985, a remainder of ten was written as zero. Anastasis' C client rejects these numbers, but they were
      // issued.
      guard digits[..<9].decimal % 11 == 10, digits[9] == 0 else { return .refused(.checkDigit) }
      return (54...85).contains(digits[..<2].decimal) ? .unusual(.checkDigit) : .refused(.checkDigit)
    }
    let year = digits[..<2].decimal, month = digits[2..<4].decimal, day = digits[4..<6].decimal
    let added = [70, 50, 20, 0].first { month > $0 } ?? 0
    guard CalendarDay.exists(yearEnding: year, month: month - added, day: day) else { return .unusual(.date) }
    // The check digit was introduced in 1954.
    return isOld && year > 53 ? .unusual(.form) : .fine
  }
}

/// Denmark's CPR number: DDMMYY and four characters. Numbers that fail the old mod-11 check have been issued since
/// 2007, so only the date can be checked. Source: CPR office.
enum DanishRegister {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.prefix(6).digits
    guard digits.count == 6 else { return .refused(.form) }
    let exists = CalendarDay.exists(
      yearEnding: digits[4...].decimal, month: digits[2..<4].decimal, day: digits[..<2].decimal)
    return exists ? .fine : .unusual(.date)
  }
}

/// The Netherlands' citizen service number: the eleven test, with the last digit weighted once and subtracted. Source:
/// Logical design BSN.
enum DutchService {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 9 else { return .refused(.form) }
    return digits.weighted([9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 == 0 ? .fine : .refused(.checkDigit)
  }
}

/// France's register number: sex, YYMM, department and commune, serial number, and a two-digit mod-97 key. Source:
/// INSEE.
enum FrenchRegister {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 15 else { return .refused(.form) }
    guard 97 - digits[..<13].decimal % 97 == digits[13...].decimal else { return .refused(.checkDigit) }
    guard digits[0] != 0 else { return .unusual(.unassigned) }
    // A month above 12 means that the month was unknown when the number was issued.
    let month = digits[3..<5].decimal
    return (1...12).contains(month) || (20...42).contains(month) || month >= 50 ? .fine : .unusual(.date)
  }

  /// Replaces the Corsican departments 2A and 2B, because Anastasis accepts only digits. The key is computed as if they
  /// were 19 and 18, so those digits are substituted.
  static func withoutCorsicanLetters(_ number: String) -> String {
    let characters = Array(number.utf8)
    guard characters.count == 15, characters[5] == UInt8(ascii: "2"),
      characters[6] == UInt8(ascii: "A") || characters[6] == UInt8(ascii: "B")
    else { return number }
    return "\(number.prefix(5))\(characters[6] == UInt8(ascii: "A") ? "19" : "18")\(number.dropFirst(7))"
  }
}

/// Germany's pension insurance number: region, DDMMYY, the birth name's initial, two digits, a check digit. Source:
/// VKVV, sections 2 to 4.
enum GermanInsurance {
  private static let weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]

  static func verdict(_ number: String) -> AttributeVerdict {
    let characters = Array(number.utf8)
    guard characters.count == 12, (65...90).contains(characters[8]) else { return .refused(.form) }
    let letter = Int(characters[8]) - 64, digits = number.digits
    guard digits.count == 11 else { return .refused(.form) }
    let counted = Array(digits[..<8]) + [letter / 10, letter % 10] + Array(digits[8..<10])
    let sum = zip(counted, weights).reduce(0) { $0 + $1.0 * $1.1 / 10 + $1.0 * $1.1 % 10 }
    guard sum % 10 == digits[10] else { return .refused(.checkDigit) }
    let day = digits[2..<4].decimal, month = digits[4..<6].decimal, year = digits[6..<8].decimal
    guard (1...12).contains(month) else { return .refused(.date) }
    return CalendarDay.exists(yearEnding: year, month: month, day: day) ? .fine : .unusual(.date)
  }
}

/// Germany's taxpayer identification number: ten digits, one of which occurs two or three times and the others at most
/// once, and an ISO 7064 MOD 11,10 check digit. Source: Federal Central Tax Office.
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

/// Italy's fiscal code: letters of the names, year, a letter for the month, day (plus 40 for a woman), place, check
/// letter. If two people would otherwise have the same code, letters replace some digits. Source: decree of the
/// Ministry of Finance, 23 December 1976.
enum ItalianFiscal {
  /// The value of each digit, or of the letter with that index in the alphabet, at the first, third, fifth … position.
  private static let oddValues = [
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
  ]
  private static let months = Array("ABCDEHLMPRST".utf8)

  static func verdict(_ number: String) -> AttributeVerdict {
    let characters = Array(number.utf8)
    guard characters.count == 16, characters.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) }) else {
      return .refused(.form)
    }
    let values = characters.map { Int($0 < 65 ? $0 - 48 : $0 - 65) }
    let sum = values[..<15].enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? oddValues[$1.element] : $1.element) }
    guard characters[15] >= 65, sum % 26 == values[15] else { return .refused(.checkDigit) }
    let numbers = [6, 7, 9, 10].compactMap { digit(characters[$0]) }
    guard numbers.count == 4, let month = months.firstIndex(of: characters[8]) else { return .unusual(.date) }
    let day = numbers[2] * 10 + numbers[3]
    guard CalendarDay.exists(yearEnding: numbers[0] * 10 + numbers[1], month: month + 1, day: day > 40 ? day - 40 : day)
    else { return .unusual(.date) }
    return .fine
  }

  private static let standIns = Array("LMNPQRSTUV".utf8)
  private static func digit(_ character: UInt8) -> Int? {
    character < 65 ? Int(character) - 48 : standIns.firstIndex(of: character)
  }
}

/// Spain's DNI (eight digits and a letter), NIE (X, Y or Z, seven digits and a letter), and the number of a foreigner
/// without a NIE (M). Source: Ministry of the Interior, on how the control digit of NIF and NIE is computed.
enum SpanishIdentity {
  private static let letters = Array("TRWAGMYFPDXBNJZSQVHLCKE".utf8)
  private static let companyLetters = Array("JABCDEFGHI".utf8)

  static func verdict(_ number: String) -> AttributeVerdict {
    let characters = Array(number.utf8), digits = number.digits
    guard characters.count == 9, let first = characters.first, let last = characters.last else {
      return .refused(.form)
    }
    let isForeign = digits.count == 7 && !(48...57).contains(first)
    guard digits.count == 8 || isForeign else { return .refused(.form) }
    // Y and Z stand for the digits 1 and 2; X and M add no digit.
    let leading = first == UInt8(ascii: "Y") ? 1 : first == UInt8(ascii: "Z") ? 2 : 0
    if letters[(isForeign ? [leading] + digits : digits).decimal % 23] == last { return .fine }
    // Anastasis' C client checks these as if they were company numbers.
    return first == UInt8(ascii: "M") && isForeign && companyLetter(digits) == last
      ? .unusual(.checkDigit) : .refused(.checkDigit)
  }

  private static func companyLetter(_ digits: [Int]) -> UInt8 {
    let sum = digits.enumerated().reduce(0) { sum, next in
      let value = next.offset % 2 == 0 ? next.element * 2 : next.element
      return sum + value / 10 + value % 10
    }
    return companyLetters[(10 - sum % 10) % 10]
  }
}

/// Spain's social security number: province, number, and the remainder of both modulo 97. Source: Treasury of the
/// Social Security.
enum SpanishInsurance {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 11 else { return .refused(.form) }
    return digits[..<9].decimal % 97 == digits[9...].decimal ? .fine : .unusual(.checkDigit)
  }
}

/// Switzerland's AHV number: 756, nine random digits, an EAN-13 check digit. Source: Federal Central Compensation
/// Office.
enum SwissInsurance {
  static func verdict(_ number: String) -> AttributeVerdict {
    CheckDigits.isEAN13(number.digits) ? .fine : .refused(.checkDigit)
  }
}
