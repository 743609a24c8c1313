/// What `/hello` of the hands answers: that they are there.
public struct Hello: Codable, Sendable {
  public var name = "latchstring-hands"
  public var version = ProtocolVersion.current
  private enum CodingKeys: String, CodingKey { case name, version }
  public init() {}
}

/// The body of `/meet`: the pairing code that the hands show.
public struct Meeting: Codable, Sendable {
  public var code: String
  private enum CodingKeys: String, CodingKey { case code }
}

/// Its answer: what a page says from then on.
public struct Met: Codable, Sendable {
  public var token: String
  private enum CodingKeys: String, CodingKey { case token }
  public init(token: String) { self.token = token }
}

/// The body of `/prove`: by which a page knows the hands that it met before it tells them anything.
public struct Recognition: Codable, Sendable {
  /// The SHA-256 of the SHA-256 of the page's token, base64url.
  public var page: String
  /// 32 bytes, base64url.
  public var challenge: String
  private enum CodingKeys: String, CodingKey { case page, challenge }
}

/// Its answer. Hands of another version are told nothing.
public struct RecognitionProof: Codable, Sendable {
  /// HMAC-SHA-256 under the SHA-256 of the token, base64url.
  public var proof: String
  /// With which the page may seal one order, within a minute: 16 bytes, base64url.
  public var opening: String
  public var version = ProtocolVersion.current
  private enum CodingKeys: String, CodingKey { case proof, opening, version }
  public init(proof: String, opening: String) { self.proof = proof; self.opening = opening }
}
