import Encoding

/// The outcome of signing without a PIN.
public enum PinlessOutcome: Hashable, Sendable {
  case signed(KeycardSignature)
  /// No path has been set for pinless signing.
  case noPath
}

extension KeycardClient {
  /// Signs a 32-byte hash with the key at a path, starting from the master key. A verified PIN is required.
  ///
  /// - Throws: `invalid` for the login key and every other key under `CardLogin.root`. Only `signLogin` uses those
  ///   keys, and it signs only hashes that it computes itself.
  public func sign(hash: [UInt8], path: DerivationPath, makingCurrent: Bool = false) throws(KeycardError)
    -> KeycardSignature
  {
    try Self.refuseLogin(path)
    return try signature(of: hash, CommandHeader(.sign, makingCurrent ? 0x02 : 0x01), path)
  }

  /// Signs a 32-byte hash with the current key. A verified PIN is required. The card is first asked which key is
  /// current, to rule out the login key.
  public func signWithCurrentKey(hash: [UInt8]) throws(KeycardError) -> KeycardSignature {
    try Self.refuseLogin(try keyPath())
    return try signature(of: hash, CommandHeader(.sign, 0x00), .master)
  }

  /// Signs a statement with the login key. A verified PIN is required. The response includes the public key, which
  /// therefore need not be exported.
  public func signLogin(_ statement: CardStatement) throws(KeycardError) -> KeycardSignature {
    guard statement.isWellFormed else { throw KeycardError(.invalid, "a part is too long") }
    return try signature(of: statement.digest, CommandHeader(.sign, 0x01), CardLogin.path)
  }

  /// Lets the key at a path sign without PIN and without channel from now on; `nil` ends that. A verified PIN is
  /// required.
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

  private func signature(of hash: [UInt8], _ header: CommandHeader, _ path: DerivationPath) throws(KeycardError)
    -> KeycardSignature
  {
    guard hash.count == 32 else { throw KeycardError(.invalid, "a hash has 32 bytes") }
    return try KeycardSignature(exchange(header, hash + path.encoded).succeeded(), hash: hash)
  }

  private static func refuseLogin(_ path: DerivationPath) throws(KeycardError) {
    guard !path.isWithin(CardLogin.root) else { throw KeycardError(.invalid, "the login key signs statements only") }
  }
}

/// A card's signature over a 32-byte hash, with the key that made it.
public struct KeycardSignature: Hashable, Sendable {
  public let publicKey: Secp256k1PublicKey
  /// r and s, 32 bytes each, with s in the lower half of the order.
  public let compact: [UInt8]
  /// The recovery id: 0 or 1, very rarely 2 or 3. It says which of the keys that match this signature is `publicKey`.
  /// Ethereum's v is this number plus 27.
  public let recoveryID: Int

  /// Reads the card's response: A0 { 80 public key | 30 r, s }.
  ///
  /// - Throws: `malformed` for a response that no card gives, and for a signature that is not by this key over this
  ///   hash.
  init(_ answer: [UInt8], hash: [UInt8]) throws(KeycardError) {
    let elements = try BERTLV.inside(0xA0, answer)
    guard elements.map(\.tag) == [0x80, 0x30], let point = elements.first?.value, let key = Secp256k1PublicKey(point),
      point.count == 65,
      let sequence = elements.last?.encoded, let signature = Secp256k1Signature(der: sequence)
    else { throw KeycardError(.malformed, "another template") }
    guard signature.isLowS else { throw KeycardError(.malformed, "s is in the upper half") }
    guard let recoveryID = (0...3).first(where: { signature.recoveredKey(for: hash, recoveryID: $0) == key }) else {
      throw KeycardError(.malformed, "not by this key over this hash")
    }
    publicKey = key
    compact = signature.compact
    self.recoveryID = recoveryID
  }
}

/// A hash supplied for signing.
public enum CardHash {
  /// Returns the hash's 32 bytes, from 64 hexadecimal digits in upper or lower case, with or without a leading 0x.
  /// Returns `nil` for anything else.
  public static func bytes(of text: Secret) -> [UInt8]? {
    let digits = text.withBytes { String(decoding: $0, as: UTF8.self) }.lowercased()
    guard let bytes = Hex.decode(digits.hasPrefix("0x") ? String(digits.dropFirst(2)) : digits), bytes.count == 32
    else { return nil }
    return bytes
  }
}
