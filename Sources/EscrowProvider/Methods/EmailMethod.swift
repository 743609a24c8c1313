/// A code by e-mail. The truth is the address.
enum EmailMethod: CodeMethod {
  static let rules = CodeRules.message
  static let refusals = CodeRefusals(invalid: .emailInvalid, notStarted: .emailNotStarted, failed: .emailFailed)

  /// Letters, digits and `._%+-`, then a host name whose last part is letters. Nothing that could be read as an option or as another line.
  static func recipient(_ truth: String) -> Recipient? {
    let parts = truth.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, truth.utf8.count <= 254, let name = parts.first, let host = parts.last, !name.isEmpty, !name.hasPrefix("-"),
      name.utf8.allSatisfy({ isAlphanumeric($0) || "._%+-".utf8.contains($0) })
    else { return nil }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") && $0.utf8.allSatisfy { isAlphanumeric($0) || $0 == 45 } }),
      let last = labels.last, last.utf8.count >= 2, last.utf8.allSatisfy({ !(48...57).contains($0) })
    else { return nil }
    return Recipient(arguments: [truth], hint: String(name))
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) }
}
