import Encoding
import Escrow
import Foundation
import Model
import Sentences

/// An escrow provider: its settings, its store, and the services that deliver its codes and take its money.
public struct Provider: Sendable {
  public let settings: ProviderSettings
  public let store: any ProviderStore
  /// The provider's salt, 16 bytes that never change. With a different salt, nobody could find their account again.
  public let salt: [UInt8]
  let deliveries: [MethodType: any CodeDelivery]
  let merchant: (any Merchant)?
  let till: Till?
  let transfers: TransferWatch?
  /// The requests that are waiting for a transfer, or for the host's decision about a photo.
  let waiting = WaitingRoom()
  let now: @Sendable () -> Date
  private let limitKey: [UInt8]

  /// Generates the provider's fixed random values, or loads the existing ones.
  ///
  /// - Parameters:
  ///   - deliveries: The services that deliver the codes of `email`, `sms` and `post`.
  ///   - merchant: The service that takes money, if anything has a price.
  ///   - till: The built-in till, for practice money.
  ///   - transferFeed: Reports the transfers received in the bank account, if `iban` is offered.
  /// - Throws: `ProviderProblem` if the provider cannot run with the settings, `StoreError`.
  public init(
    settings: ProviderSettings, store: any ProviderStore, deliveries: [MethodType: any CodeDelivery] = [:],
    merchant: (any Merchant)? = nil,
    till: Till? = nil, transferFeed: TransferFeed? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) async throws {
    try settings.check(deliveries: Set(deliveries.keys), hasMerchant: merchant != nil, hasFeed: transferFeed != nil)
    self.settings = settings; self.store = store; self.deliveries = deliveries; self.merchant = merchant;
    self.till = till
    transfers = transferFeed.map { TransferWatch($0, store: store) }; self.now = now
    let wanted = settings.saltText.map { ProviderSalt.derive(from: $0) }
    (salt, limitKey) = try await store.write { records in
      try records.setInstallationValue("provider_salt", wanted ?? DrawnBytes.bytes(DrawnBytes.providerSaltCount))
      try records.setInstallationValue("limit_key", DrawnBytes.bytes(32))
      guard let salt = try records.installationValue("provider_salt"),
        let key = try records.installationValue("limit_key"),
        salt.count == DrawnBytes.providerSaltCount
      else { throw StoreError(.unreadable, "the salt") }
      return (salt, key)
    }
    if let wanted, wanted != salt {
      throw ProviderProblem(
        "salt.text gives another salt than the one in the database. With another salt nobody finds their backup again.")
    }
  }

  func allowance(_ kind: String, _ subject: [UInt8], most: Int, period: TimeInterval) -> Allowance {
    Allowance(kind, subject, key: limitKey, most: most, period: period)
  }
}

/// The reason why a provider does not start, in one sentence for its operator.
public struct ProviderProblem: Error, CustomStringConvertible {
  public var sentence: Sentence
  public init(_ sentence: Sentence) { self.sentence = sentence }
  public var description: String { sentence.english }
}

extension ProviderSettings {
  /// - Throws: `ProviderProblem`.
  func check(deliveries: Set<MethodType>, hasMerchant: Bool, hasFeed: Bool) throws {
    let amounts = [annualFee, truthUploadFee, liabilityLimit] + methods.map(\.cost)
    guard amounts.allSatisfy({ $0.currency == currency }) else {
      throw ProviderProblem("Every amount has to be in \(currency).")
    }
    guard Set(methods.map(\.type)).count == methods.count else {
      throw ProviderProblem("A method stands twice in methods.")
    }
    for method in methods {
      guard MethodType.known.contains(method.type) else {
        throw ProviderProblem("methods has “\(method.type.rawValue)”, which is none.")
      }
      guard CodeMethods.all[method.type] == nil || deliveries.contains(method.type) else {
        throw ProviderProblem("\(method.type.rawValue) is offered, and nothing sends its codes.")
      }
    }
    if methods.contains(where: { $0.type == .iban }) {
      guard let creditAccount, BankAccount.isValid(creditAccount.iban) else {
        throw ProviderProblem("iban is offered, and there is no valid account that transfers go to.")
      }
      guard hasFeed else { throw ProviderProblem("iban is offered, and nothing tells which transfers came.") }
    }
    guard meeting != nil || !methods.contains(where: { $0.type == .video }) else {
      throw ProviderProblem("video is offered, and nothing says how people are met.")
    }
    guard (1...1024).contains(storageLimit), uploadsPerPayment > 0 else {
      throw ProviderProblem("An upload has at least 1 MiB and at most 1024.")
    }
    guard !isCharging || hasMerchant else { throw ProviderProblem("Something costs money, and no merchant takes it.") }
  }
}
