/// The Master Key of one generation (§3). It exists only in the hands.
public struct MasterKey: Sendable {
  /// The 32 bytes that wraps hold.
  public let bytes: [UInt8]
  /// The account id.
  public let account: [UInt8]
  /// The generation.
  public let generation: UInt32
  /// The public half of its signing key, which the chain of statements names.
  public let authority: [UInt8]
  /// The seed of its signing key.
  let seed: [UInt8]

  /// A Master Key that is known.
  public init(_ bytes: [UInt8], account: [UInt8], generation: UInt32) throws(WrapsError) {
    guard bytes.count == 32, account.count == 16, generation > 0 else { throw WrapsError(.key) }
    (self.bytes, self.account, self.generation) = (bytes, account, generation)
    seed = Derivation.key(bytes, .text("authority"), .bytes(account), .number(generation))
    authority = try SignedText.publicKey(seed)
  }

  /// A new one, never derived from another. Draws `masterKey`.
  public static func draw(account: [UInt8], generation: UInt32, random: Randomness = DrawnValue.system) throws(WrapsError) -> Self {
    try Self(random(32, .masterKey), account: account, generation: generation)
  }

  /// Signs a text of this generation.
  func sign(_ payload: [UInt8], typ: String) throws(WrapsError) -> String { try SignedText.sign(payload, typ: typ, seed: seed) }

  var historyKey: [UInt8] { Derivation.key(bytes, .text("history"), .bytes(account), .number(generation)) }
  func padKey(_ record: [UInt8]) -> [UInt8] { Derivation.key(bytes, .text("pad"), .bytes(account), .number(generation), .bytes(record)) }
  func entryKey(_ entry: [UInt8], rev: UInt32) -> [UInt8] {
    Derivation.key(bytes, .text("entry"), .bytes(account), .number(generation), .bytes(entry), .number(rev))
  }
}

extension MasterKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of the key.
  public var description: String { "•" }
  /// Nothing of the key.
  public var debugDescription: String { "•" }
  /// Nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
