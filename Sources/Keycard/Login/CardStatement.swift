import Crypto

/// What a card signs to log in: for what, where, to whose account, and the server's challenge.
///
/// A page gives parts and never a hash, so that it cannot have anything else signed under the name of a login.
public struct CardStatement: Hashable, Sendable {
  public var purpose: String
  public var origin: String
  public var account: [UInt8]
  public var challenge: [UInt8]

  public init(purpose: String, origin: String, account: [UInt8], challenge: [UInt8]) {
    self.purpose = purpose; self.origin = origin; self.account = account; self.challenge = challenge
  }

  /// Whether every part's length fits into two bytes. Only such a statement is signed, and only its signature is valid.
  public var isWellFormed: Bool { parts.allSatisfy { $0.count <= UInt16.max } }

  /// SHA-256 of the parts, each with its length before it in two bytes, big-endian: the format's name, origin, account, purpose, challenge.
  public var digest: [UInt8] {
    var hash = SHA256()
    for part in parts {
      hash.update(data: [UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count)] + part)
    }
    return Array(hash.finalize())
  }

  private var parts: [[UInt8]] { [Array("latchstring/card/v1".utf8), Array(origin.utf8), account, Array(purpose.utf8), challenge] }
}
