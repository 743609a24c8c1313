import Escrow
import Foundation
import Model

/// A transfer from the person's bank account, whose bank knows them. The truth is the IBAN.
enum IBANMethod {
  /// ISO 13616: two letters, two check digits, up to thirty letters and digits; the number that they make is 1 modulo 97 (ISO 7064).
  static func isValid(_ text: String) -> Bool {
    let characters = Array(text.utf8)
    guard (5...34).contains(characters.count), characters.prefix(2).allSatisfy({ (65...90).contains($0) }),
      characters.dropFirst(2).prefix(2).allSatisfy({ (48...57).contains($0) })
    else { return false }
    var remainder = 0
    for character in characters[4...] + characters[..<4] {
      switch character {
      case 48...57: remainder = (remainder * 10 + Int(character) - 48) % 97
      case 65...90: remainder = (remainder * 100 + Int(character) - 55) % 97
      default: return false
      }
    }
    return remainder == 1
  }

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
