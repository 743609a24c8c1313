/// The Master Key of one generation, closed to everyone but the holder of one way in.
public struct Wrap: Codable, Hashable, Sendable {
  public var kind: WayKind
  /// The generation of the Master Key, from 1.
  public var generation: UInt32
  /// Compact JWE (RFC 7516).
  public var sealed: String
  public init(kind: WayKind, generation: UInt32, sealed: String) {
    self.kind = kind; self.generation = generation; self.sealed = sealed
  }
}

/// Makes wraps with no way in at hand: it holds only what is public.
public protocol Wrapping {
  associatedtype Failure: Error
  func wrap(masterKey: [UInt8], generation: UInt32) throws(Failure) -> Wrap
}

/// Opens a wrap: it holds a way's secret, and therefore exists only in the hands.
public protocol Unwrapping {
  associatedtype Failure: Error
  func unwrap(_ wrap: Wrap) throws(Failure) -> [UInt8]
}
