import Escrow
import Foundation

/// A transfer from the person's bank account, whose bank knows them. The truth is the IBAN.
enum IBANMethod {
  /// As banks write them for machines.
  static func canonical(_ text: String) -> String { text.uppercased().filter { !$0.isWhitespace } }

  /// What a person sees of the account that the transfer has to come from.
  static func hint(_ iban: String) -> String { "\(iban.prefix(2))…\(iban.suffix(4))" }

  /// What the person writes as the transfer's subject.
  static func subject(_ code: UInt64) -> String { "Anastasis \(code)" }

  /// Whether a transfer carries this code: the subject says what it is for, and its first digits are the code.
  static func carries(_ code: UInt64, _ transfer: BankTransfer, atLeast amount: Amount) -> Bool {
    guard transfer.subject.range(of: "anastasis", options: .caseInsensitive) != nil, let paid = Amount(transfer.amount),
      paid.currency == amount.currency, (paid.value, paid.fraction) >= (amount.value, amount.fraction)
    else { return false }
    let digits = transfer.subject.utf8.drop { !(48...57).contains($0) }.prefix { (48...57).contains($0) }
    return String(decoding: digits, as: UTF8.self) == String(code)
  }
}
