/// Inputs of the pseudo-random function (WebAuthn Level 3 §10.1.4 "prf"): the browser hashes them before the authenticator sees them.
public struct PRFValues: Hashable, Sendable, Codable {
  /// The first input.
  public var first: [UInt8]
  /// A second one, for two outputs in one touch.
  public var second: [UInt8]?

  /// One input or two.
  public init(first: [UInt8], second: [UInt8]? = nil) { (self.first, self.second) = (first, second) }
}
