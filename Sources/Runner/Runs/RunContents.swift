import FlowKit
import Foundation
import Model

/// What a stored run holds beside its conversation: the public bytes that came with replies, and what the server vouched for.
struct RunContents: Codable {
  var conversation: String
  var evidence: [String: String] = [:]
  var vouched: Vouched?

  /// Whom the last verdict was about. A grant opens a session for this account and no other.
  struct Vouched: Codable, Hashable {
    var account: AccountID
    var credential: KeyID?
    var at: Date
  }

  mutating func keep(_ text: String, as evidence: Evidence) { self.evidence[evidence.rawValue] = text }

  init(conversation: String) { self.conversation = conversation }
  init(decoding bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }
  func encoded() throws -> [UInt8] { [UInt8](try JSONEncoder().encode(self)) }
}
