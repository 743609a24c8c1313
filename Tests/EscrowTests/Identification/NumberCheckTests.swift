import Testing

@testable import Escrow

/// Numbers printed as examples by authorities, specifications and textbooks.
@Suite struct NumberCheckTests {
  private static let published: [(NumberCheck, [String])] = [
    (.albanianIdentity, ["I05101999I"]),
    (.belgianRegister, ["85073003328", "17073003384"]),
    (.swissInsurance, ["756.9217.0769.85", "7569217076985", "756.1234.5678.97"]),
    (.czechBirth, ["710319/2745", "491231/123"]),
    (.germanInsurance, ["65170839J003", "15070649C103"]),
    (.germanTax, ["86095742719", "36574261809", "65929970489"]),
    (.danishRegister, ["211062-5629", "070761-4285", "290200-4000"]),
    (.spanishIdentity, ["12345678Z", "54362315K", "X2482300W", "M1234567L"]),
    (.spanishInsurance, ["28123456742"]),
    (.frenchRegister, ["255081416802538", "295109912611193"]),
    (.indianAadhaar, ["2341 2341 2346"]),
    (
      .italianFiscal,
      ["RCCMNL83S18D969H", "CNTCHR83T41D969D", "RSSMRA85T10A562S", "MRTMTT25D09F205Z", "MRTMTT91D08F20RE"]
    ),
    (.japaneseMyNumber, ["123456789018", "621498320257"]),
    (.dutchService, ["111222333"]),
    (.americanInsurance, ["123-45-6789"]),
  ]

  @Test("C-22: every check accepts the examples of its specification")
  func examples() {
    #expect(Self.published.map(\.0.rawValue).sorted() == NumberCheck.allCases.map(\.rawValue).sorted())
    for (check, numbers) in Self.published {
      for number in numbers { #expect(check.verdict(number) == .fine, "\(check) \(number)") }
    }
  }

  @Test("C-22: birth numbers of every century, either sex and the years of zero digits are accepted")
  func birthNumbers() {
    // A woman born in 1980, and a woman and a man from years in which a day's numbers ran out.
    for start in ["806120", "107120", "102120"] {
      let numbers = (1000...1099).map { "\(start)/\($0)" }.filter { NumberCheck.czechBirth.verdict($0) == .fine }
      #expect((9...10).contains(numbers.count), "\(start)")
    }
    let odd = (100...999).first { (78_01_23_000 + $0) % 11 == 10 } ?? 0
    #expect(NumberCheck.czechBirth.verdict("780123/\(odd)0") == .unusual(.checkDigit))
    let late = (100...999).first { (98_01_23_000 + $0) % 11 == 10 } ?? 0
    #expect(NumberCheck.czechBirth.verdict("980123/\(late)0") == .refused(.checkDigit))
    #expect(NumberCheck.czechBirth.verdict("601231/123") == .unusual(.form))
  }

  /// Every number that differs from this one in exactly one digit.
  private static func slips(of number: String, in places: Range<Int>? = nil) -> [String] {
    let characters = Array(number)
    var slips: [String] = []
    for place in characters.indices where characters[place].isNumber && places?.contains(place) ?? true {
      for digit in "0123456789" where digit != characters[place] {
        var slip = characters
        slip[place] = digit
        slips.append(String(slip))
      }
    }
    return slips
  }

  @Test(
    "C-22: a single wrong digit is always detected by a method that can detect it",
    arguments: [
      (NumberCheck.swissInsurance, "756.9217.0769.85"), (.germanTax, "86095742719"),
      (.frenchRegister, "255081416802538"),
      (.indianAadhaar, "2341 2341 2346"), (.italianFiscal, "RCCMNL83S18D969H"), (.dutchService, "111222333"),
      (.spanishIdentity, "54362315K"),
      (.spanishIdentity, "X2482300W"), (.spanishInsurance, "28123456742"), (.belgianRegister, "85073003328"),
      (.czechBirth, "100319/2746"),
      (.albanianIdentity, "I05101999I"),
    ])
  func slips(check: NumberCheck, number: String) throws {
    var number = number
    if check == .czechBirth {
      // From a year in which no remainder was written as zero.
      number = try #require((0...9).map { "100319/274\($0)" }.first { check.verdict($0) == .fine })
    }
    #expect(check.verdict(number) == .fine)
    for slip in Self.slips(of: number) { #expect(check.verdict(slip) != .fine, "\(check) \(slip)") }
  }

  @Test("C-22: a German pension number detects a wrong digit, except for two pairs in the month")
  func germanSlips() {
    for place in [0..<5, 6..<8, 9..<12] {
      for slip in Self.slips(of: "65170839J003", in: place) {
        #expect(NumberCheck.germanInsurance.verdict(slip) != .fine, "\(slip)")
      }
    }
  }

  @Test(
    "C-22: an Aadhaar number detects two swapped neighbors, including 0 and 9",
    arguments: [2, 12, 23, 58, 71])
  func swaps(seed: Int) throws {
    let base = "23\(10_000_000 + seed * 7_654_321 % 89_999_999)9"
    let number = try #require((0...9).map { base + String($0) }.first { CheckDigits.isVerhoeff($0.digits) })
    let digits = number.digits
    for place in digits.indices.dropLast() where digits[place] != digits[place + 1] {
      var swapped = digits
      swapped.swapAt(place, place + 1)
      #expect(!CheckDigits.isVerhoeff(swapped))
    }
  }

  @Test("C-22: a value that another client accepts is never rejected merely by the specification")
  func unusual() {
    let foreign: [(NumberCheck, String, AttributeFault)] = [
      (.belgianRegister, "85073003329", .checkDigit), (.czechBirth, "7103/2745", .form),
      (.belgianRegister, "85023001313", .date),
      (.albanianIdentity, "I0510199I", .form),
      (.albanianIdentity, "I05101999J", .checkDigit), (.danishRegister, "300262-5629", .date),
      (.americanInsurance, "000-12-3456", .unassigned),
      (.americanInsurance, "666-12-3456", .unassigned), (.americanInsurance, "912-12-3456", .unassigned),
      (.americanInsurance, "123-00-3456", .unassigned), (.americanInsurance, "123-12-0000", .unassigned),
      (.americanInsurance, "078-05-1120", .unassigned), (.japaneseMyNumber, "123456789010", .checkDigit),
      (.spanishInsurance, "28123456741", .checkDigit), (.germanTax, "12345678903", .unassigned),
    ]
    for (check, number, fault) in foreign { #expect(check.verdict(number) == .unusual(fault), "\(check) \(number)") }
  }

  @Test("C-22: a value that another client rejects is rejected")
  func refused() {
    let wrong: [(NumberCheck, String)] = [
      (.swissInsurance, "756.9217.0769.84"), (.czechBirth, "710319/2746"), (.germanInsurance, "65170839J004"),
      (.germanTax, "36574261890"),
      (.spanishIdentity, "54362315Z"), (.frenchRegister, "295109912611199"), (.indianAadhaar, "2341 2341 2347"),
      (.italianFiscal, "RCCMNL83S18D969I"), (.dutchService, "111252333"),
    ]
    for (check, number) in wrong { #expect(check.verdict(number) == .refused(.checkDigit), "\(check) \(number)") }
  }

  @Test("C-22: any text can be checked, however short or strange", arguments: NumberCheck.allCases)
  func anyText(check: NumberCheck) {
    var texts = [
      "", "-", "A", "9", "🙂🙂🙂🙂🙂", String(repeating: "9", count: 40), String(repeating: "Z", count: 16), "12345678é",
      "ÀÀÀÀÀÀÀÀ",
    ]
    for count in 1...17 { texts += [String(repeating: "0", count: count), String(repeating: "9", count: count) + "A"] }
    for text in texts { _ = check.verdict(text) }
    #expect(check.verdict("") == .refused(.form) || check == .swissInsurance)
  }

  @Test("C-22: a person from Corsica may type the letters of the department")
  func corsica() throws {
    let number = try #require(Country.of(code: "fr")?.attribute("social_security_number"))
    #expect(number.verdict("253072B07300470") == .fine)
    #expect(number.normalized("2 53 07 2A 073 004 43") == "253071907300443")
    #expect(number.verdict("253072A07300443") == .fine)
  }
}
