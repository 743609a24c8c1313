import Escrow

/// A code by e-mail. The truth is the address.
enum EmailMethod: CodeMethod {
  static let rules = CodeRules.message
  static let refusals = CodeRefusals(invalid: .emailInvalid, notStarted: .emailNotStarted, failed: .emailFailed)

  static func recipient(_ truth: String) -> Recipient? {
    guard EmailAddress.isDeliverable(truth) else { return nil }
    return Recipient(arguments: [truth], hint: String(truth.prefix { $0 != "@" }))
  }
}
