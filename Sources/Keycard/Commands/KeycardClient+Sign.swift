import Encoding

/// What came of signing without a PIN.
public enum PinlessOutcome: Hashable, Sendable {
  case signed(KeycardSignature)
  /// No path was set for it.
  case noPath
}

extension KeycardClient {
  /// Signs a 32-byte hash with the key at a path, counted from the master key. It needs a verified PIN.
  ///
  /// - Throws: `invalid` for the login key and all others under `CardLogin.root`: with those only `signLogin` signs, and only what it hashes itself.
  public func sign(hash: [UInt8], path: DerivationPath, makingCurrent: Bool = false) throws(KeycardError) -> KeycardSignature {
    try Self.refuseLogin(path)
    return try signature(of: hash, CommandHeader(.sign, makingCurrent ? 0x02 : 0x01), path)
  }

  /// Signs a 32-byte hash with the current key. It needs a verified PIN. The card is asked first which key that is, because of the login key.
  public func signWithCurrentKey(hash: [UInt8]) throws(KeycardError) -> KeycardSignature {
    try Self.refuseLogin(try keyPath())
    return try signature(of: hash, CommandHeader(.sign, 0x00), .master)
  }

  /// Signs a statement with the login key. It needs a verified PIN. The answer names the key, so that it need not be exported.
  public func signLogin(_ statement: CardStatement) throws(KeycardError) -> KeycardSignature {
    guard statement.isWellFormed else { throw KeycardError(.invalid, "a part is too long") }
    return try signature(of: statement.digest, CommandHeader(.sign, 0x01), CardLogin.path)
  }

  /// Lets the key at a path sign without PIN and without channel from now on; `nil` ends that. It needs a verified PIN.
  ///
  /// - Throws: `invalid` for the login key and all others under `CardLogin.root`.
  public func setPinlessPath(_ path: DerivationPath?) throws(KeycardError) {
    if let path { try Self.refuseLogin(path) }
    _ = try exchange(CommandHeader(.setPinlessPath), path?.encoded ?? []).succeeded()
  }

  /// Signs a 32-byte hash with the key of the pinless path.
  public func signPinless(hash: [UInt8]) throws(KeycardError) -> PinlessOutcome {
    guard hash.count == 32 else { throw KeycardError(.invalid, "a hash has 32 bytes") }
    let response = try sendEitherWay(CommandHeader(.sign, 0x03), hash)
    if response.status == .dataNotFound { return .noPath }
    return .signed(try KeycardSignature(response.succeeded(), hash: hash))
  }

  private func signature(of hash: [UInt8], _ header: CommandHeader, _ path: DerivationPath) throws(KeycardError) -> KeycardSignature {
    guard hash.count == 32 else { throw KeycardError(.invalid, "a hash has 32 bytes") }
    return try KeycardSignature(exchange(header, hash + path.encoded).succeeded(), hash: hash)
  }

  private static func refuseLogin(_ path: DerivationPath) throws(KeycardError) {
    guard !path.isWithin(CardLogin.root) else { throw KeycardError(.invalid, "the login key signs statements only") }
  }
}
