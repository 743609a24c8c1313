import Encoding

/// What stands in a truth: what its provider checks an answer against, or where it sends a code.
enum TruthText {
  /// - Parameters:
  ///   - salt: The question's, 16 bytes.
  ///   - id: The truth's name, 32 bytes.
  /// - Throws: `invalid` where the method has not the form of its kind, `outOfMemory`.
  static func of(_ method: BackupMethod, salt: Base32Bytes, id: Base32Bytes) throws(EscrowError) -> Secret {
    guard method.checked != nil else { throw EscrowError(.invalid, "a method whose data has not its form") }
    switch method.type {
    case .question: return Secret(try Answer.hash(ofAnswer: method.challenge.secret, salt: salt.bytes, truth: id.bytes))
    case .post:
      guard let address = PostalAddress(canonical: method.challenge.secret.exposed) else { throw EscrowError(.invalid, "no postal address") }
      return Secret(try address.canonical())
    default: return method.challenge.secret
    }
  }
}
