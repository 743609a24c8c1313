/// What can be checked of a number beyond its form. What Anastasis' own clients check is refused where it does not hold; what only the
/// public specification asks for is unusual, so that every backup that they made can be found here.
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

  /// The name of the check in Anastasis' country files; `nil` where they have none.
  public var nameInAnastasis: String? {
    switch self {
    case .danishRegister, .spanishInsurance, .japaneseMyNumber, .americanInsurance: nil
    default: rawValue
    }
  }

  /// - Parameter number: Normalized. Any text may stand here; what has another form is refused.
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
