/// Inputs of the pseudo-random function (WebAuthn Level 3 §10.1.4 "prf"): the browser hashes them before the authenticator sees them.
public struct PRFValues: Hashable, Sendable, Codable {
  /// The first input.
  public var first: [UInt8]
  /// A second one, for two outputs in one touch.
  public var second: [UInt8]?

  /// One input or two.
  public init(first: [UInt8], second: [UInt8]? = nil) { (self.first, self.second) = (first, second) }
}

/// What is asked of the `prf` extension.
public struct PRFInputs: Hashable, Sendable, Codable {
  /// The inputs for any credential.
  public var eval: PRFValues?
  /// Inputs for particular credentials; only in a request with a list of allowed credentials.
  public var evalByCredential: [[UInt8]: PRFValues]

  /// Inputs; none at all asks only whether the authenticator can.
  public init(eval: PRFValues? = nil, evalByCredential: [[UInt8]: PRFValues] = [:]) {
    (self.eval, self.evalByCredential) = (eval, evalByCredential)
  }
}
