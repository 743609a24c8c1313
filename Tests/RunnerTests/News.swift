import Foundation
import Wraps

@testable import Runner

/// What the hands report of one effect.
struct News {
  var reply: String
  var made: String?
  static let closed = News("way.closed")
  init(_ reply: String) { self.reply = reply }
  init(_ reply: String, _ made: some Encodable) throws {
    self.reply = reply
    self.made = String(decoding: try JSONEncoder().encode(made), as: UTF8.self)
  }
}

/// What hands made with the Master Key, as it is sent.
struct MadeBundle: Encodable {
  struct First: Encodable { var statement: String, index: String }
  struct Rotation: Encodable {
    var statement: String, history: String, index: String, indexRev: UInt32
    var wraps: [String: String]
  }
  struct Way: Encodable {
    var credential: String?
    var record: String, wrap: String
  }
  var g: UInt32
  var first: First?
  var rotation: Rotation?
  var ways: [Way] = []
}

extension HandsWork {
  func given() throws -> WayMaterials {
    guard let materials else { throw Hands.Refused() }
    return materials
  }
  func key() throws -> String {
    guard let key = keys?.first else { throw Hands.Refused() }
    return key
  }
}

extension WayMaterials {
  func text(_ generation: UInt32) throws -> String {
    guard generation > 0, statements.indices.contains(Int(generation) - 1) else { throw Hands.Refused() }
    return statements[Int(generation) - 1]
  }
}
