/// What was made with the Master Key, as it is sent: ciphertext and signatures. The page's vault writes the same JSON.
struct VaultBundle: Encodable {
  struct First: Encodable { var statement: String, index: String }
  struct Rotation: Encodable {
    var statement: String, history: String, index: String, indexRev: UInt32
    /// By record id: the wrap of the new generation for each way that stays.
    var wraps: [String: String]
  }
  struct Way: Encodable {
    /// The key or card that the way is, by its id; `nil` for a code and for shares with providers.
    var credential: String?
    var record: String, wrap: String
  }
  /// The generation that it was made at.
  var g: UInt32
  var first: First?
  var rotation: Rotation?
  var ways: [Way] = []
}
