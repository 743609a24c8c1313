import Escrow
import Foundation

/// The services that a provider offers, and their prices.
public struct ProviderSettings: Sendable {
  /// The maximum storage period, in years.
  public static let mostYears = 5

  /// The operator's name, as people read it.
  public var businessName: String
  public var currency: String
  /// The methods, in the order in which they are offered. `question` is always offered, and is free if it is not listed
  /// here.
  public var methods: [ProviderConfiguration.Method]
  /// The price for each year that documents are kept.
  public var annualFee: Amount
  /// The price for each truth and year.
  public var truthUploadFee: Amount
  /// The amount that the operator is liable for.
  public var liabilityLimit: Amount
  /// The size limit in MiB. An upload must be smaller than this.
  public var storageLimit = 1
  /// The maximum size of all stored data in bytes; `nil` for as much as the disk holds. Once this size is reached, new
  /// data is refused, but stored data is still returned.
  public var mostStored: Int?
  /// The number of documents that can be uploaded for one payment.
  public var uploadsPerPayment = 64
  public var limits = RequestLimits()
  public var terms = PublishedTexts()
  public var privacy = PublishedTexts()
  /// The account that receives the transfers of the method `iban`; required if that method is offered.
  public var creditAccount: CreditAccount?
  /// How people meet the host who compares them with their photo, in the host's words; required if `video` is offered.
  public var meeting: String?
  /// The maximum length of `meeting`, in characters.
  public static let longestMeeting = 300
  /// `true` for a practice provider, which identifies itself as such everywhere and is not a way back into an account.
  public var isPractice = false
  /// Proves, by means of a nonce, that the provider belongs to this installation. The proof is for the installation's
  /// own programs. `nil` for every provider that a person chose.
  public var ownProof: (@Sendable (_ nonce: [UInt8]) -> [UInt8])?
  /// `true` if clients that use the protocol's older form are served as well.
  public var speaksOldProtocol = false
  /// The text from which the salt is derived, as in GNU Anastasis' configuration; `nil` if the salt is random.
  public var saltText: String?

  /// - Returns: `nil` if `currency` is not a currency.
  public init?(businessName: String, currency: String, methods: [MethodType]) {
    guard let nothing = Amount.zero(currency) else { return nil }
    self.businessName = businessName; self.currency = currency
    self.methods = methods.map { ProviderConfiguration.Method($0, cost: nothing) }
    annualFee = nothing; truthUploadFee = nothing; liabilityLimit = nothing
  }

  /// The bank account that receives transfers.
  public struct CreditAccount: Sendable {
    public var iban: String
    public var holder: String
    public init(iban: String, holder: String) { self.iban = iban; self.holder = holder }
  }

  /// The size limit of an upload, in bytes.
  var uploadLimit: Int { storageLimit * 1024 * 1024 }
  /// The name that the provider displays. A practice provider's name says that it is for practice.
  var shownName: String {
    isPractice && !businessName.localizedCaseInsensitiveContains("practice")
      ? "\(businessName) (practice)" : businessName
  }
  /// Returns the price of each use of a method, or `nil` if the method is not offered.
  func cost(of type: MethodType) -> Amount? { offers.first { $0.type == type }?.cost }
  var offers: [ProviderConfiguration.Method] {
    guard !methods.contains(where: { $0.type == .question }), let nothing = Amount.zero(currency) else {
      return methods
    }
    return [ProviderConfiguration.Method(.question, cost: nothing)] + methods
  }
  /// `true` if anything must be paid through a merchant. The transfer for `iban` is itself the payment.
  var isCharging: Bool {
    !annualFee.isZero || !truthUploadFee.isZero || methods.contains { $0.type != .iban && !$0.cost.isZero }
  }
}
