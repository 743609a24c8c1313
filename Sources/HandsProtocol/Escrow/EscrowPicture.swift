/// What the hands know of a finished set-up, as far as it decides what each loss leaves (WAYS-BACK §1): providers, the
/// kinds of the parts that they keep, and days. There is no address, no question and no answer in it. A page draws it
/// and sends it nowhere. Days are numbers of days since 1970, in UTC.
public struct EscrowPicture: Codable, Hashable, Sendable {
  public enum Standing: String, Codable, Hashable, Sendable, CaseIterable {
    /// When it last answered, it had what it accepted, and the time that it was paid for is not over.
    case there
    /// It did not answer the last question, or none since the set-up.
    case silent
    /// It no longer keeps what it accepted, was not paid, or has a different document.
    case gone
  }
  public struct Provider: Codable, Hashable, Sendable {
    /// Its address without the scheme, which is its alone: providers name themselves as they like.
    public var name: String
    public var standing: Standing
    /// `true` if it has the document, which every way needs from one provider.
    public var hasDocument: Bool
    /// The day on which it last answered; `nil` if it never did since the set-up.
    public var answeredOn: Int?
    /// The day on which what it keeps ends; `nil` if it named none.
    public var paidUntil: Int?
    public init(_ name: String, _ standing: Standing, hasDocument: Bool, answeredOn: Int?, paidUntil: Int?) {
      self.name = name; self.standing = standing; self.hasDocument = hasDocument
      self.answeredOn = answeredOn; self.paidUntil = paidUntil
    }
    private enum CodingKeys: String, CodingKey { case name, standing, hasDocument, answeredOn, paidUntil }
  }
  public struct Part: Codable, Hashable, Sendable {
    public var kind: EscrowKind
    /// An index of `providers`.
    public var provider: Int
    /// The day on which the provider last gave this part back; `nil` if it never did.
    public var triedOn: Int?
    public init(_ kind: EscrowKind, at provider: Int, triedOn: Int?) {
      self.kind = kind; self.provider = provider; self.triedOn = triedOn
    }
    private enum CodingKeys: String, CodingKey { case kind, provider, triedOn }
  }
  /// The hashes by one of which the server finds the account that the set-up is of, base64url. If the server knows the
  /// account by none of them, the set-up is another account's, or was replaced from another computer.
  public var lookups: [String]
  public var providers: [Provider]
  public var parts: [Part]
  /// The indices of each policy's parts.
  public var policies: [[Int]]
  public init(_ providers: [Provider], _ parts: [Part], _ policies: [[Int]], lookups: [String]) {
    self.lookups = lookups; self.providers = providers; self.parts = parts; self.policies = policies
  }
  private enum CodingKeys: String, CodingKey { case lookups, providers, parts, policies }
}
