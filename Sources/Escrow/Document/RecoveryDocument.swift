import Encoding
import Foundation

/// The data that a person's client needs to recover a core secret: the truths, their locations, and the sufficient sets
/// of truths. Each of the person's providers keeps the same document, sealed.
public struct RecoveryDocument: Hashable, Sendable, Codable {
  /// One challenge: a truth at one provider.
  public struct Method: Hashable, Sendable, Codable {
    /// The provider's base URL, ending in `/`.
    public var url: String
    public var type: MethodType
    /// The truth's name, 32 bytes.
    public var truthID: Base32Bytes
    /// The key that seals the truth at the provider, 64 bytes.
    public var truthKey: Base32Bytes
    /// The question's salt, 16 bytes. It is used only for the answer to a question.
    public var questionSalt: Base32Bytes
    /// The provider's salt at the time of the backup, 16 bytes.
    public var providerSalt: Base32Bytes
    /// The text that the person reads: the question itself, or a hint about where a code is sent.
    public var instructions: String

    public init(
      url: String, type: MethodType, truthID: Base32Bytes, truthKey: Base32Bytes, questionSalt: Base32Bytes,
      providerSalt: Base32Bytes,
      instructions: String
    ) {
      self.url = url; self.type = type; self.truthID = truthID; self.truthKey = truthKey;
      self.questionSalt = questionSalt
      self.providerSalt = providerSalt; self.instructions = instructions
    }

    private enum Key: String, CodingKey {
      case url, instructions
      case type = "escrow_type", truthID = "uuid", truthKey = "truth_key", questionSalt = "question_salt",
        providerSalt = "provider_salt"
      case truthSalt = "truth_salt"
    }
    public init(from decoder: any Decoder) throws {
      let body = try decoder.container(keyedBy: Key.self)
      url = try body.decode(String.self, forKey: .url)
      type = try body.decode(MethodType.self, forKey: .type)
      truthID = try body.decode(Base32Bytes.self, forKey: .truthID)
      truthKey = try body.decode(Base32Bytes.self, forKey: .truthKey)
      // The field's name before v1.
      questionSalt =
        try body.decodeIfPresent(Base32Bytes.self, forKey: .questionSalt)
        ?? body.decode(Base32Bytes.self, forKey: .truthSalt)
      providerSalt = try body.decode(Base32Bytes.self, forKey: .providerSalt)
      instructions = try body.decode(String.self, forKey: .instructions)
    }
    public func encode(to encoder: any Encoder) throws {
      var body = encoder.container(keyedBy: Key.self)
      try body.encode(url, forKey: .url)
      try body.encode(type, forKey: .type)
      try body.encode(truthID, forKey: .truthID)
      try body.encode(truthKey, forKey: .truthKey)
      try body.encode(questionSalt, forKey: .questionSalt)
      try body.encode(providerSalt, forKey: .providerSalt)
      try body.encode(instructions, forKey: .instructions)
    }
  }

  /// A set of truths that is sufficient for recovery.
  public struct Policy: Hashable, Sendable, Codable {
    /// The policy's salt, 64 bytes.
    public var salt: Base32Bytes
    /// The master key, sealed with the key derived from these truths' shares.
    public var masterKey: Base32Bytes
    /// The truths, in the order in which their shares are joined.
    public var truthIDs: [Base32Bytes]

    public init(salt: Base32Bytes, masterKey: Base32Bytes, truthIDs: [Base32Bytes]) {
      self.salt = salt; self.masterKey = masterKey; self.truthIDs = truthIDs
    }
    private enum CodingKeys: String, CodingKey { case salt, masterKey = "master_key", truthIDs = "uuids" }
  }

  public var secretName: String?
  /// The core secret, sealed with the master key.
  public var encryptedCoreSecret: Base32Bytes
  public var methods: [Method]
  public var policies: [Policy]

  public init(secretName: String?, encryptedCoreSecret: Base32Bytes, methods: [Method], policies: [Policy]) {
    self.secretName = secretName; self.encryptedCoreSecret = encryptedCoreSecret; self.methods = methods;
    self.policies = policies
  }
  private enum CodingKeys: String, CodingKey {
    case secretName = "secret_name", encryptedCoreSecret = "encrypted_core_secret", methods = "escrow_methods", policies
  }

  /// Opens the core secret with the shares of one policy.
  ///
  /// - Parameter shares: The shares, keyed by the names of their truths. Additional shares are ignored.
  /// - Throws: `invalid` if a share of the policy is missing, `sealed` if a share is not the one that was backed up,
  ///   `malformed` or `inconsistent`.
  public func coreSecret(of policy: Policy, with shares: [Base32Bytes: KeyShare]) throws(EscrowError) -> CoreSecret {
    let parts = policy.truthIDs.compactMap { shares[$0] }
    guard !parts.isEmpty, parts.count == policy.truthIDs.count else {
      throw EscrowError(.invalid, "a share is missing")
    }
    let master = try PolicyKey(parts, salt: policy.salt.bytes).open(master: policy.masterKey.bytes)
    return try CoreSecret(opening: encryptedCoreSecret.bytes, under: master)
  }
}
