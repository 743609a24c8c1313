/// The reason why something was rejected. This is the only error that this module throws.
///
/// Two errors are equal if their codes are equal. An error never contains secrets or data from outside.
public struct WrapsError: Error, Sendable, CustomStringConvertible {
  /// The code of the error.
  public let code: WrapsErrorCode
  /// The place in the source that threw the error.
  public let location: String

  init(_ code: WrapsErrorCode, file: StaticString = #fileID, line: UInt = #line) {
    self.code = code
    location = "\(file):\(line)"
  }

  /// The code as text, always the same for a given code, in every implementation.
  public var reason: String { code.rawValue }
  /// The reason and the place.
  public var description: String { "\(reason) (\(location))" }
}

extension WrapsError: Hashable {
  /// Returns `true` if both errors have the same code.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The possible errors. The raw values are stable: the vectors name them, and other programs compare them.
public enum WrapsErrorCode: String, Hashable, Sendable, CaseIterable {
  // The text
  /// The text has the wrong number of parts, or an initialization vector or tag of the wrong length.
  case shape
  /// The header differs from the required one: a different algorithm, account, way, kind, generation or revision.
  case header
  /// The base64url text does not re-encode to itself.
  case base64URL = "base64url"
  /// The payload has a missing, duplicate, additional or wrong member, or is not in its only valid form.
  case payload
  // The content
  /// The signature was not made by the required key.
  case signature
  /// Authenticated decryption failed.
  case doesNotOpen = "does not open"
  /// The X25519 result is zero, so the other side's public key is not an honest one.
  case zeroAgreement = "zero agreement"
  // The meaning of the content
  /// The statement is for a different account, or not for the next generation, or no next generation or revision
  /// exists.
  case order
  /// The newest generation is older than one that was seen before.
  case olderThanSeen = "older than this device has seen"
  /// The Master Key's authority is not the one named by the chain of statements.
  case notTheChainsKey = "not the key that the chain names"
  /// The Master Key differs from the one that this device has seen for the same generation.
  case notTheKeySeen = "not the key that this device has seen"
  /// The statement names a different history than the one supplied with it.
  case notTheHistory = "not the history that the statement names"
  /// The Master Key of the statement's own generation did not name the statement, so it was made by somebody who has
  /// only the previous Master Key.
  case notTheStatement = "not the statement that this generation names"
  /// The history names no statement, like the earliest ones.
  case fromBefore = "from before"
  /// The materials belong to a different account than the open one.
  case anotherAccount = "another account"
  /// The newest statement does not keep the record, and the record does not belong to its generation.
  case nobodyKept = "a record that nobody kept"
  /// A record that the newest statement keeps was not supplied.
  case wayMissing = "a way is missing"
  /// The proof was made for something else.
  case proof
  // The caller's input
  /// A key, secret, id or random value has the wrong length, or a generation is outside 1 to 2³²−1.
  case key
}
