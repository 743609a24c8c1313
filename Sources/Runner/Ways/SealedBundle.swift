import Foundation

/// What hands made with the Master Key, for the server to check and keep: ciphertext and signatures. As it comes, nothing in it is believed.
struct SealedBundle: Decodable {
  /// The generation it was made at; 0 where the account had no Master Key.
  var g: UInt32
  var first: First?
  var rotation: Rotation?
  var ways: [NewWay]

  struct First: Decodable { var statement: String, index: String }
  struct Rotation: Decodable {
    var statement: String, history: String, index: String
    var indexRev: UInt32
    /// By record id: the wrap of the new generation for each way that stays.
    var wraps: [String: String]
  }
  /// A record and its wrap; with its credential where it is a key's.
  struct NewWay: Decodable {
    var credential: String?
    var record: String
    var wrap: String
  }
}

extension SealedBundle {
  /// `nil` where the text is none.
  static func read(_ text: String?) -> SealedBundle? { text.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) } }
}
