/// The reason why something was refused: the only error that this module throws.
///
/// Two errors are equal if their codes are. An error never contains anything secret or from outside.
public struct WrapsError: Error, Sendable, CustomStringConvertible {
  /// The code of the error.
  public let code: WrapsErrorCode
  /// The place in the source that threw it.
  public let location: String

  init(_ code: WrapsErrorCode, file: StaticString = #fileID, line: UInt = #line) {
    self.code = code
    location = "\(file):\(line)"
  }

  /// The code in words; always the same for a given code, in every implementation.
  public var reason: String { code.rawValue }
  /// The reason and the place.
  public var description: String { "\(reason) (\(location))" }
}

extension WrapsError: Hashable {
  /// Equal by code.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The possible errors. The raw values are stable: the vectors name them, and other programs compare them.
public enum WrapsErrorCode: String, Hashable, Sendable, CaseIterable {
  // The text
  /// The wrong number of parts, or an initialization vector or tag of the wrong length.
  case shape
  /// A different header than the required one: a different algorithm, account, way, kind, generation or revision.
  case header
  /// Base64url that does not re-encode to itself.
  case base64URL = "base64url"
  /// A payload with a missing, duplicate, additional or wrong member, or not in its only valid form.
  case payload
  // What is in it
  /// The signature was not made by the required key.
  case signature
  /// Authenticated decryption failed.
  case doesNotOpen = "does not open"
  /// The X25519 result is zero: the other side's public key is not an honest one.
  case zeroAgreement = "zero agreement"
  // What it says
  /// A statement for a different account, or not for the next generation; or there is no next generation or revision.
  case order
  /// The newest generation is older than one that was seen before.
  case olderThanSeen = "older than this device has seen"
  /// A Master Key whose authority is not the one named by the chain of statements.
  case notTheChainsKey = "not the key that the chain names"
  /// A Master Key that differs from the one that this device has seen for the same generation.
  case notTheKeySeen = "not the key that this device has seen"
  /// A statement that names a different history than the one given with it.
  case notTheHistory = "not the history that the statement names"
  /// A statement that the Master Key of its own generation did not name: made by somebody who has only the previous
  /// one.
  case notTheStatement = "not the statement that this generation names"
  /// A history that names no statement, like the earliest ones.
  case fromBefore = "from before"
  /// Materials of a different account than the open one.
  case anotherAccount = "another account"
  /// A record that the newest statement does not keep and that does not belong to its generation.
  case nobodyKept = "a record that nobody kept"
  /// A record that the newest statement keeps was not given.
  case wayMissing = "a way is missing"
  /// A proof that was made for something else.
  case proof
  // What the caller gave
  /// A key, secret, id or random value of the wrong length, or a generation outside 1 to 2³²−1.
  case key
}
