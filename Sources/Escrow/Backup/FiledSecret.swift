import Encoding

/// A secret that stands in a draft, and with the draft in a file that only its owner can read. In memory it is a `Secret` like any other.
public struct FiledSecret: Hashable, Sendable, Codable, CustomStringConvertible {
  public let secret: Secret
  public init(_ secret: Secret) { self.secret = secret }
  init(_ bytes: [UInt8]) { secret = Secret(bytes) }
  var base32: Base32Bytes { Base32Bytes(secret.exposed) }

  public init(from decoder: any Decoder) throws { secret = Secret(try Base32Bytes(from: decoder).bytes) }
  public func encode(to encoder: any Encoder) throws { try base32.encode(to: encoder) }

  public static func == (one: Self, other: Self) -> Bool { one.secret.matches(other.secret) }
  /// Only how long it is: nothing of it shall show in where it is kept.
  public func hash(into hasher: inout Hasher) { hasher.combine(secret.count) }
  public var description: String { secret.description }
}
