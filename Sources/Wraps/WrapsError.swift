/// The reason why something was refused: the only error that this module throws.
///
/// Two errors are equal if their codes are. It never holds anything secret or from outside.
public struct WrapsError: Error, Sendable, CustomStringConvertible {
  /// The code of the error.
  public let code: WrapsErrorCode
  /// The place in the source that threw it.
  public let location: String

  init(_ code: WrapsErrorCode, file: StaticString = #fileID, line: UInt = #line) {
    self.code = code
    location = "\(file):\(line)"
  }

  /// The code in words; always the same for a code, and the same in every implementation.
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
  /// Not the number of parts that it has to have, or an initialization vector or tag of another length.
  case shape
  /// Another header than the one that has to stand there: another algorithm, account, way, kind, generation or
  /// revision.
  case header
  /// Base64url that does not encode to itself again.
  case base64URL = "base64url"
  /// A payload with a missing, doubled, further or wrong member, or not written the one way that it is written.
  case payload
  // What is in it
  /// The signature is not that of the key that has to have signed.
  case signature
  /// Authenticated decryption failed.
  case doesNotOpen = "does not open"
  /// X25519 came to zero: the other side's public key is no honest one.
  case zeroAgreement = "zero agreement"
  // What it says
  /// A statement of another account, or not of the next generation; or there is no next generation or revision.
  case order
  /// The newest generation is older than one that was seen before.
  case olderThanSeen = "older than this device has seen"
  /// A Master Key whose authority is not the one that the chain of statements names.
  case notTheChainsKey = "not the key that the chain names"
  /// A Master Key of a generation that this device has seen, and another one than it saw.
  case notTheKeySeen = "not the key that this device has seen"
  /// A statement that names another history than the one that was given with it.
  case notTheHistory = "not the history that the statement names"
  /// A statement that the Master Key of its own generation did not name: made by who has only the one before.
  case notTheStatement = "not the statement that this generation names"
  /// A history that names no statement, as it was made at first.
  case fromBefore = "from before"
  /// Materials of another account than the one that is open.
  case anotherAccount = "another account"
  /// A record that the newest statement does not keep and that is not of its generation.
  case nobodyKept = "a record that nobody kept"
  /// A record that the newest statement keeps was not given.
  case wayMissing = "a way is missing"
  /// A proof that was made for something else.
  case proof
  // What the caller gave
  /// A key, secret, id or random value of the wrong length, or a generation outside 1 to 2³²−1.
  case key
}
