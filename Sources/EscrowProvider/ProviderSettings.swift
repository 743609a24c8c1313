import Escrow
import Foundation

/// The services of a provider, and their prices.
public struct ProviderSettings: Sendable {
  /// The longest time that anything is kept.
  public static let mostYears = 5

  /// The name of the operator, for people.
  public var businessName: String
  public var currency: String
  /// The methods, in the order in which they are offered. `question` is always offered, and is free if it is not listed
  /// here.
  public var methods: [ProviderConfiguration.Method]
  /// The price of each year that documents are kept.
  public var annualFee: Amount
  /// The price of each truth and year.
  public var truthUploadFee: Amount
  /// The amount that the operator is liable for.
  public var liabilityLimit: Amount
  /// The limit in MiB that an upload stays below.
  public var storageLimit = 1
  /// The most bytes that everything kept may take; `nil` for as many as the disk has. Beyond it new data is refused,
  /// and kept data is still given out.
  public var mostStored: Int?
  /// The number of documents that can be uploaded for one payment.
  public var uploadsPerPayment = 64
  public var limits = RequestLimits()
  public var terms = PublishedTexts()
  public var privacy = PublishedTexts()
  /// The account that receives the transfers of the method `iban`; required if that is offered.
  public var creditAccount: CreditAccount?
  /// How people meet the host who compares them with their photo, in the host's words; required if `video` is offered.
  public var meeting: String?
  /// The longest `meeting`, in characters.
  public static let longestMeeting = 300
  /// `true` for a practice provider: it says so everywhere, and is no way back in.
  public var isPractice = false
  /// The proof, by a nonce, to the programs of the installation that plays it that it is theirs; `nil` for every
  /// provider that a person chose.
  public var ownProof: (@Sendable (_ nonce: [UInt8]) -> [UInt8])?
  /// `true` if clients of the protocol's older form are served as well.
  public var speaksOldProtocol = false
  /// The text that the salt is made from, as GNU Anastasis configures it; `nil` if the salt is drawn.
  public var saltText: String?

  /// - Returns: `nil` if it is not a currency.
  public init?(businessName: String, currency: String, methods: [MethodType]) {
    guard let nothing = Amount.zero(currency) else { return nil }
    self.businessName = businessName; self.currency = currency
    self.methods = methods.map { ProviderConfiguration.Method($0, cost: nothing) }
    annualFee = nothing; truthUploadFee = nothing; liabilityLimit = nothing
  }

  /// The account that transfers go to.
  public struct CreditAccount: Sendable {
    public var iban: String
    public var holder: String
    public init(iban: String, holder: String) { self.iban = iban; self.holder = holder }
  }

  /// In bytes.
  var uploadLimit: Int { storageLimit * 1024 * 1024 }
  /// The name that the provider shows: whoever reads it learns that it is for practice.
  var shownName: String {
    isPractice && !businessName.localizedCaseInsensitiveContains("practice")
      ? "\(businessName) (practice)" : businessName
  }
  /// The price of each use of a method; `nil` if it is not offered.
  func cost(of type: MethodType) -> Amount? { offers.first { $0.type == type }?.cost }
  var offers: [ProviderConfiguration.Method] {
    guard !methods.contains(where: { $0.type == .question }), let nothing = Amount.zero(currency) else {
      return methods
    }
    return [ProviderConfiguration.Method(.question, cost: nothing)] + methods
  }
  /// `true` if anything has to be paid through a merchant. A transfer for `iban` pays for itself.
  var isCharging: Bool {
    !annualFee.isZero || !truthUploadFee.isZero || methods.contains { $0.type != .iban && !$0.cost.isZero }
  }
}
