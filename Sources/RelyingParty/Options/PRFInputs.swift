/// What is asked of the `prf` extension (WebAuthn Level 3 §10.1.4).
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
