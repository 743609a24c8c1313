import Escrow
import Foundation

/// What one provider offers, and for how much.
public struct ProviderSettings: Sendable {
  /// The longest that anything is kept for.
  public static let mostYears = 5

  /// Who runs it, as people read it.
  public var businessName: String
  public var currency: String
  /// In the order in which they are offered. `question` is offered always, for nothing where it does not stand here.
  public var methods: [ProviderConfiguration.Method]
  /// For each year that documents are kept.
  public var annualFee: Amount
  /// For each truth and year.
  public var truthUploadFee: Amount
  /// What the operator is liable for.
  public var liabilityLimit: Amount
  /// An upload has fewer bytes than so many MiB.
  public var storageLimit = 1
  /// Everything that is kept takes so many bytes, and what comes when it does is refused; `nil` for as many as the disk
  /// has. What is kept is given out all the same.
  public var mostStored: Int?
  /// So many documents can be uploaded for one payment.
  public var uploadsPerPayment = 64
  public var limits = RequestLimits()
  public var terms = PublishedTexts()
  public var privacy = PublishedTexts()
  /// The account that transfers for the method `iban` go to; needed where that is offered.
  public var creditAccount: CreditAccount?
  /// How the host is met by people whose photo they look at, in the host's words; needed where `video` is offered.
  public var meeting: String?
  /// In characters.
  public static let longestMeeting = 300
  /// A provider for trying out: it says so everywhere, and is no way back in.
  public var isPractice = false
  /// How it proves to the programs of the installation that plays it, by a nonce, that it is theirs; `nil` for every
  /// provider that a person chose.
  public var ownProof: (@Sendable (_ nonce: [UInt8]) -> [UInt8])?
  /// Whether clients of the protocol's older form are served as well.
  public var speaksOldProtocol = false
  /// The text that the salt is made of, as GNU Anastasis configures it; `nil` where the salt was or is drawn.
  public var saltText: String?

  /// - Returns: `nil` where it is no currency.
  public init?(businessName: String, currency: String, methods: [MethodType]) {
    guard let nothing = Amount.zero(currency) else { return nil }
    self.businessName = businessName; self.currency = currency
    self.methods = methods.map { ProviderConfiguration.Method($0, cost: nothing) }
    annualFee = nothing; truthUploadFee = nothing; liabilityLimit = nothing
  }

  /// Where transfers go to.
  public struct CreditAccount: Sendable {
    public var iban: String
    public var holder: String
    public init(iban: String, holder: String) { self.iban = iban; self.holder = holder }
  }

  /// In bytes.
  var uploadLimit: Int { storageLimit * 1024 * 1024 }
  /// What is told of the provider: whoever reads the name reads that it is for practice.
  var shownName: String {
    isPractice && !businessName.localizedCaseInsensitiveContains("practice")
      ? "\(businessName) (practice)" : businessName
  }
  /// What each use of a method costs; `nil` where it is not offered.
  func cost(of type: MethodType) -> Amount? { offers.first { $0.type == type }?.cost }
  var offers: [ProviderConfiguration.Method] {
    guard !methods.contains(where: { $0.type == .question }), let nothing = Amount.zero(currency) else {
      return methods
    }
    return [ProviderConfiguration.Method(.question, cost: nothing)] + methods
  }
  /// Whether anything has to be paid through a merchant. A transfer for `iban` pays for itself.
  var isCharging: Bool {
    !annualFee.isZero || !truthUploadFee.isZero || methods.contains { $0.type != .iban && !$0.cost.isZero }
  }
}
