/// The answer of `/passkeys`: what there is after an order, and why it was not done where it was not.
public struct PasskeyNews: Codable, Hashable, Sendable {
  public struct Passkey: Codable, Hashable, Sendable {
    /// Its credential id, in hexadecimal.
    public var id: String
    public var site: String
    public var account: String
    public var requiresPIN: Bool
    public var opens: Bool
    /// Whether the site said that it does not know it any more.
    public var isHidden: Bool
    private enum CodingKeys: String, CodingKey { case id, site, account, requiresPIN, opens, isHidden }
    public init(id: String, site: String, account: String, requiresPIN: Bool, opens: Bool, isHidden: Bool) {
      self.id = id; self.site = site; self.account = account; self.requiresPIN = requiresPIN; self.opens = opens; self.isHidden = isHidden
    }
  }

  /// Whether the passkeys could be looked at; where not, the rest says nothing.
  public var isKnown = true
  /// Whether any were ever made on this computer.
  public var isBegun = false
  public var isDeviceBound = true
  public var isPINSet = false
  public var triesLeft: Int?
  public var passkeys: [Passkey] = []
  /// In a sentence for the person.
  public var problem: String?
  private enum CodingKeys: String, CodingKey { case isKnown, isBegun, isDeviceBound, isPINSet, triesLeft, passkeys, problem }
  public init() {}
}
