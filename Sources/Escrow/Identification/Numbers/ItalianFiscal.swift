/// Italy's fiscal code: letters of the names, year, a letter for the month, day (a woman's with 40 added), place, check letter. Where two
/// people would have the same one, letters stand for some digits.
/// Source: decree of the Ministry of Finance, 23 December 1976.
enum ItalianFiscal {
  /// What a digit, or the letter of that place in the alphabet, counts at the first, third, fifth … character.
  private static let oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
  private static let months = Array("ABCDEHLMPRST".utf8)

  static func verdict(_ number: String) -> AttributeVerdict {
    let characters = Array(number.utf8)
    guard characters.count == 16, characters.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) }) else { return .refused(.form) }
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
  private static func digit(_ character: UInt8) -> Int? { character < 65 ? Int(character) - 48 : standIns.firstIndex(of: character) }
}
