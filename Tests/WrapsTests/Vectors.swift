import Encoding
import Foundation
import Testing
import Wraps

/// The content of Tests/Vectors/wraps.json. Bytes are hexadecimal.
struct Vectors: Decodable {
  struct Way: Decodable {
    var kind: WayKind, secret, record, find, recipientPublic, proofPublic, lookup, check: String
    var keys: [String: String]
  }
  struct Master: Decodable { var g: UInt32, bytes, seed, authority: String }
  struct Wrap: Decodable { var kind: WayKind, g: UInt32, random: [String: String], jwe: String }
  struct Record: Decodable { var kind: WayKind, g: UInt32, random: [String: String], jws: String }
  struct Entry: Decodable { var name, id, plain, jwe: String, rev, g: UInt32, random: [String: String] }
  struct History: Decodable { var g: UInt32, random: [String: String], jwe, statement: String }
  struct Generation: Decodable { var g, signer: UInt32, history, index, jws: String, keep: [[String]] }
  struct Proof: Decodable { var kind: WayKind, origin, purpose, challenge, jws: String }
  struct Drill: Decodable { var kind: WayKind, g: UInt32, how, origin, challenge, jws: String }
  struct Newest: Decodable { var generation: UInt32, records: [String], newest: [String: String] }
  /// The materials that a server presents, and the outcome. Each text is listed once, and rows refer to it by its
  /// index.
  struct Judged: Decodable {
    struct Row: Decodable, CustomTestStringConvertible {
      struct Seen: Decodable { var g, rev: UInt32, authority: String }
      struct Then: Decodable { var statement, record: Int?, records: [Int]?, account: String? }
      var name, `do`, reason: String
      var kind: WayKind, record, wrap: Int, statements, histories: [Int], indexRev: UInt32, seen: Seen?, then: Then?
      var testDescription: String { name }
    }
    var texts: [String], rows: [Row]
  }
  struct Info: Decodable { var parts: [String], hex: String }

  var rp, account: String
  var ways: [Way], masters: [Master], wraps: [Wrap], records: [Record], entries: [Entry], generations: [Generation]
  var history: History, proof: Proof, drill: Drill, newest: Newest, info: Info, refused: [Refusal], judged: Judged

  enum CodingKeys: String, CodingKey {
    case rp, account, ways, masters, wraps, records, entries, generations, history, proof, drill, info, refused, judged
    case newest = "ways of"
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors")
  static let shared = Result {
    try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: folder.appending(path: "wraps.json")))
  }

  /// The starting point of a test: the world that the vectors describe.
  static func world() throws -> World { try World(shared.get()) }
}

/// A text that must be refused, and the reason. Which members it has depends on `do`.
struct Refusal: Decodable, CustomTestStringConvertible {
  var name, reason, `do`: String
  var kind: WayKind?, floor, anchorGeneration, g, rev: UInt32?
  var chain, records: [String]?
  var account, anchor, wrap, authority, typ, jws, jwe, generation, id, `public`, record, how, origin, purpose,
    challenge: String?

  var testDescription: String { name }
}

/// The bytes of a hexadecimal text.
func hex(_ text: String?) throws -> [UInt8] { try #require(text.flatMap(Hex.decode)) }
