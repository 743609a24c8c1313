/// A code by text message. The truth is the number.
enum SMSMethod: CodeMethod {
  static let rules = CodeRules.message
  static let refusals = CodeRefusals(invalid: .phoneInvalid, notStarted: .smsNotStarted, failed: .smsFailed)

  /// Digits, and a plus before them where there is one.
  static func recipient(_ truth: String) -> Recipient? {
    let digits = truth.hasPrefix("+") ? truth.dropFirst() : Substring(truth)
    guard (1...32).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Recipient(arguments: [truth], hint: String(digits.suffix(4)))
  }
}
