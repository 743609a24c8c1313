import Escrow
import Foundation

/// A code by letter. The truth is a postal address in JSON.
enum PostMethod: CodeMethod {
  static let rules = CodeRules.letter
  static let refusals = CodeRefusals(invalid: .postInvalid, notStarted: .postNotStarted, failed: .postFailed)

  static func recipient(_ truth: String) -> Recipient? {
    guard let address = try? JSONDecoder().decode(PostalAddress.self, from: Data(truth.utf8)) else { return nil }
    let lines = [address.fullName, address.street, address.city, address.postcode, address.country]
    guard lines.allSatisfy(PostalAddress.isPrintable) else { return nil }
    return Recipient(arguments: lines.map(argument), hint: address.postcode)
  }

  /// Replaces a hyphen at the beginning of a line, as people write if they have no postcode, with a dash, so that no
  /// command reads the line as an option. The function compares bytes, not characters, because a hyphen may carry a
  /// combining accent.
  private static func argument(_ line: String) -> String {
    line.utf8.first == UInt8(ascii: "-") ? "–" + String(line.unicodeScalars.dropFirst()) : line
  }
}
