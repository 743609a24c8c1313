import Escrow
import Model

/// Reads amounts of the one currency that a provider takes.
struct MoneyReader {
  let currency: String
  private let read: StrictSettings

  init(_ read: StrictSettings) throws {
    self.read = read
    currency = try read.text("provider.currency") ?? "EUR"
    guard Amount.zero(currency) != nil else { throw Self.noCurrency }
  }

  static let noCurrency = ConfigurationProblem("provider.currency must be 1 to 11 capital letters, like EUR.")

  /// The number under this key; nothing where there is none.
  func amount(_ key: String) throws -> Amount { try amount(try read.text(key) ?? "0", key) }
  func amount(_ number: String, _ key: String) throws -> Amount {
    guard let amount = Amount("\(currency):\(number)") else {
      throw ConfigurationProblem("\(key) has “\(number)”; an amount is a number like 0.50, in \(currency).")
    }
    return amount
  }
}
