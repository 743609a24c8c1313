/// What the server gives for work on the Master Key, as its JSON has it: the same for a page as for a terminal. Nothing in it is believed before
/// the chain that begins at a way's own anchor has led to it (WRAPS §5).
public struct VaultMaterials: Decodable, Sendable {
  /// The account id, base64url.
  public var account: String
  /// The RP id.
  public var rp: String
  /// 0 where there is no Master Key yet.
  public var g: UInt32
  /// Of every generation, the first at the beginning.
  public var statements: [String]
  /// Of every generation from the second.
  public var histories: [String]
  /// Of every way that opens.
  public var records: [String]
  public var index: String?
  public var indexRev: UInt32
  /// The one wrap of the way that was just shown, with its record.
  public var way: Way?
  /// Keys of the account that no wrap was made for yet.
  public var unsealed: [String]
  /// The Master Key goes where the run that made it is cancelled, so that this device does not remember it yet.
  public var isProvisional: Bool
  /// A way was taken out while no Master Key was open: who opens it makes the new generation.
  public var isRotationDue: Bool
  /// Record ids that a new generation leaves out.
  public var dropping: [String]

  /// The record id of the recovery code, where there is one: its successor takes its place.
  public var code: String?
  /// That of the way that escrow providers hold shares of.
  public var escrow: String?
  /// What a proof answers, base64url.
  public var challenge: String?

  /// A way's record and its wrap.
  public struct Way: Decodable, Sendable { public var record: String, wrap: String }
}
