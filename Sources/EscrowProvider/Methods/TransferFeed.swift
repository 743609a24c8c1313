import Escrow
import Foundation

/// Returns the transfers received in the bank account. It may be called at any time, and may return the same transfer
/// more than once.
public typealias TransferFeed = @Sendable () async throws -> [BankTransfer]

/// The form in which an operator's program reports transfers: one JSON object in each line.
///
///     {"reference": "2026-11-22/17", "iban": "DE89370400440532013000", "amount": "EUR:0.10", "subject": "A 1234"}
public enum TransferLines {
  private struct Line: Decodable { var reference: String, iban: String, amount: String, subject: String }

  /// Parses the transfers in these lines and counts the malformed lines.
  public static func read(_ text: some DataProtocol, at now: Date) -> (transfers: [BankTransfer], broken: Int) {
    var transfers: [BankTransfer] = [], broken = 0
    for line in Array(text).split(separator: UInt8(ascii: "\n"))
    where !line.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) {
      guard let read = try? JSONDecoder().decode(Line.self, from: Data(line)), Amount(read.amount) != nil,
        !read.reference.isEmpty, ![read.reference, read.iban, read.subject].contains(where: { $0.utf8.contains(0) })
      else {
        broken += 1
        continue
      }
      transfers.append(
        BankTransfer(
          reference: read.reference, iban: IBANMethod.canonical(read.iban), amount: read.amount, subject: read.subject,
          seenAt: now))
    }
    return (transfers, broken)
  }
}
