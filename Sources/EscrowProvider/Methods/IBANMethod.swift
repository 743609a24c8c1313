import Escrow
import Foundation

/// A transfer from the person's bank account. It is proof because the bank has identified the person. The truth is the
/// IBAN.
enum IBANMethod {
  /// Returns the IBAN in the machine-readable form that banks use.
  static func canonical(_ text: String) -> String { text.uppercased().filter { !$0.isWhitespace } }

  /// Returns the part of the IBAN that is shown to a person, so that they know which account the transfer must come
  /// from.
  static func hint(_ iban: String) -> String { "\(iban.prefix(2))…\(iban.suffix(4))" }

  /// Returns the subject of the transfer.
  static func subject(_ code: UInt64) -> String { "Anastasis \(code)" }

  /// Returns `true` if a transfer carries this code: its subject states the purpose, and the first digits in the
  /// subject are the code.
  static func carries(_ code: UInt64, _ transfer: BankTransfer, atLeast amount: Amount) -> Bool {
    guard transfer.subject.range(of: "anastasis", options: .caseInsensitive) != nil, let paid = Amount(transfer.amount),
      paid.currency == amount.currency, (paid.value, paid.fraction) >= (amount.value, amount.fraction)
    else { return false }
    let digits = transfer.subject.utf8.drop { !(48...57).contains($0) }.prefix { (48...57).contains($0) }
    return String(decoding: digits, as: UTF8.self) == String(code)
  }
}
