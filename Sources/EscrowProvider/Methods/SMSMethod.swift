import Escrow

/// A code by text message. The truth is the number.
enum SMSMethod: CodeMethod {
  static let rules = CodeRules.message
  static let refusals = CodeRefusals(invalid: .phoneInvalid, notStarted: .smsNotStarted, failed: .smsFailed)

  static func recipient(_ truth: String) -> Recipient? {
    guard PhoneNumber.isDialable(truth) else { return nil }
    return Recipient(arguments: [truth], hint: String(truth.drop { $0 == "+" }.suffix(4)))
  }
}
