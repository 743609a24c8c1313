/// The check of a number beyond its form. A value that fails a check of Anastasis' own clients is rejected. A value
/// that fails only the public specification is reported as unusual, so that every backup made by those clients can
/// still be found here.
public enum NumberCheck: String, Hashable, Sendable, CaseIterable {
  case albanianIdentity = "AL_NID_check"
  case belgianRegister = "BE_NRN_check"
  case swissInsurance = "CH_AHV_check"
  case czechBirth = "CZ_BN_check"
  case germanInsurance = "DE_SVN_check"
  case germanTax = "DE_TIN_check"
  case danishRegister = "DK_CPR_check"
  case spanishIdentity = "ES_DNI_check"
  case spanishInsurance = "ES_NAF_check"
  case frenchRegister = "FR_INSEE_check"
  case indianAadhaar = "IN_AADHAR_check"
  case italianFiscal = "IT_CF_check"
  case japaneseMyNumber = "JP_MY_NUMBER_check"
  case dutchService = "NL_BSN_check"
  case americanInsurance = "US_SSN_check"

  /// Checks a number and returns the verdict.
  ///
  /// - Parameter number: The normalized number. Any text may be passed; text of a different form is rejected.
  public func verdict(_ number: String) -> AttributeVerdict {
    switch self {
    case .albanianIdentity: AlbanianIdentity.verdict(number)
    case .belgianRegister: BelgianRegister.verdict(number)
    case .swissInsurance: SwissInsurance.verdict(number)
    case .czechBirth: CzechBirth.verdict(number)
    case .germanInsurance: GermanInsurance.verdict(number)
    case .germanTax: GermanTax.verdict(number)
    case .danishRegister: DanishRegister.verdict(number)
    case .spanishIdentity: SpanishIdentity.verdict(number)
    case .spanishInsurance: SpanishInsurance.verdict(number)
    case .frenchRegister: FrenchRegister.verdict(number)
    case .indianAadhaar: IndianAadhaar.verdict(number)
    case .italianFiscal: ItalianFiscal.verdict(number)
    case .japaneseMyNumber: JapaneseMyNumber.verdict(number)
    case .dutchService: DutchService.verdict(number)
    case .americanInsurance: AmericanInsurance.verdict(number)
    }
  }
}

extension StringProtocol {
  /// The values of the ASCII digits in the text, in order. All other characters are skipped.
  var digits: [Int] { utf8.compactMap { (48...57).contains($0) ? Int($0) - 48 : nil } }
}

extension Collection<Int> {
  /// The number that these decimal digits represent. Only the first eighteen digits are used.
  var decimal: Int { prefix(18).reduce(0) { $0 * 10 + $1 } }
}

extension Collection<Int> {
  /// Returns the sum of each digit times its weight. Digits without a weight count as zero.
  func weighted(_ weights: some Sequence<Int>) -> Int { zip(self, weights).reduce(0) { $0 + $1.0 * $1.1 } }
}

/// Check-digit algorithms that have an established name or are used by more than one kind of number.
enum CheckDigits {
  /// Verifies an EAN-13 check digit: if every second digit is multiplied by three, the sum of all thirteen must be a
  /// multiple of ten.
  static func isEAN13(_ digits: [Int]) -> Bool {
    digits.count == 13 && digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
  }

  /// Verifies an ISO/IEC 7064 MOD 11,10 check digit over all digits, the last of which is the check digit.
  static func isISO7064Mod11And10(_ digits: [Int]) -> Bool {
    guard let check = digits.last else { return false }
    var product = 10
    for digit in digits.dropLast() {
      let sum = (digit + product) % 10
      product = (sum == 0 ? 10 : sum) * 2 % 11
    }
    return (product + check) % 10 == 1
  }

  /// Verifies a Verhoeff check digit. The algorithm computes a product in the symmetry group of the pentagon, in which
  /// each digit is first permuted according to its distance from the end.
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
  /// Multiplies two elements of the group. 0 to 4 are the rotations of a pentagon, 5 to 9 its reflections.
  private static func product(_ one: Int, _ other: Int) -> Int {
    switch (one < 5, other < 5) {
    case (true, true): (one + other) % 5
    case (true, false): 5 + (one + other) % 5
    case (false, true): 5 + (one - other) % 5
    case (false, false): (one - other + 5) % 5
    }
  }
}
