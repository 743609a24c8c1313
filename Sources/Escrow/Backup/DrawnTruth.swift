import Encoding

/// The random values of one truth.
struct DrawnTruth {
  var id = Base32Bytes(DrawnBytes.bytes(DrawnBytes.truthIDCount))
  var key = DrawnBytes.secret(DrawnBytes.truthKeyCount)
  var salt = Base32Bytes(DrawnBytes.bytes(DrawnBytes.questionSaltCount))
  var share = KeyShare.draw()

  /// Returns the truth's entry in the recovery document.
  func entry(
    for method: BackupMethod, at provider: ProviderAddress, salt providerSalt: Base32Bytes
  ) -> RecoveryDocument.Method {
    RecoveryDocument.Method(
      url: provider.text, type: method.type, truthID: id, truthKey: FiledSecret(key).base32, questionSalt: salt,
      providerSalt: providerSalt,
      instructions: method.instructions)
  }

  /// Returns the truth in the form in which its provider stores it. A question's share opens only with the answer.
  ///
  /// - Parameter nonce: The nonce, which is generated at random if omitted.
  func sealed(
    for method: BackupMethod, _ part: PolicyPart, _ user: UserIdentifier,
    nonce: [UInt8] = DrawnBytes.bytes(Sealing.nonceCount)
  ) throws(EscrowError) -> BackupDraft.Truth {
    let text = try TruthText.of(method, salt: salt, id: id)
    return BackupDraft.Truth(
      method: part.method, type: method.type, provider: part.provider, id: id, key: FiledSecret(key), salt: salt,
      share: FiledSecret(share.secret),
      sealedTruth: Base32Bytes(Sealing.seal(text, under: key, for: .truth, nonce: nonce)),
      sealedShare: Base32Bytes(
        share.sealed(for: user, answer: method.type == .question ? method.challenge.secret : nil)))
  }
}

/// A secret in a draft, which is stored in a file that only its owner can read. In memory it is a `Secret` like any
/// other.
public struct FiledSecret: Hashable, Sendable, Codable, CustomStringConvertible {
  public let secret: Secret
  public init(_ secret: Secret) { self.secret = secret }
  init(_ bytes: [UInt8]) { secret = Secret(bytes) }
  var base32: Base32Bytes { Base32Bytes(secret.exposed) }

  public init(from decoder: any Decoder) throws { secret = Secret(try Base32Bytes(from: decoder).bytes) }
  public func encode(to encoder: any Encoder) throws { try base32.encode(to: encoder) }

  public static func == (one: Self, other: Self) -> Bool { one.secret.matches(other.secret) }
  /// Hashes only the length, so that the hash reveals nothing else about the secret.
  public func hash(into hasher: inout Hasher) { hasher.combine(secret.count) }
  public var description: String { secret.description }
}

extension UserIdentifier {
  /// Computes the person's identifiers at these providers. Each identifier takes a moment and one mebibyte to compute,
  /// so only a few are computed at a time.
  ///
  /// - Throws: `invalid` or `outOfMemory`.
  static func all(
    _ attributes: [String: String], salts: [ProviderAddress: Base32Bytes]
  ) async throws(EscrowError) -> [ProviderAddress: UserIdentifier] {
    var users: [ProviderAddress: UserIdentifier] = [:], fault: EscrowError?
    await ManyAtOnce.run(salts.keys, width: 4) { provider in
      Result { () throws(EscrowError) in try UserIdentifier(attributes, providerSalt: salts[provider]?.bytes ?? []) }
    } _: { provider, result in
      switch result {
      case .success(let user): users[provider] = user
      case .failure(let error): fault = error
      }
    }
    if let fault { throw fault }
    return users
  }
}
