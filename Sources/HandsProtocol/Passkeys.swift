/// An order from this computer's own page about its passkeys. Each is identified by its credential id, in hexadecimal.
public enum PasskeyOrder: Hashable, Sendable {
  case look
  case rename(id: String, name: String)
  case delete(id: String)
  /// Erases all passkeys.
  case reset
}

extension PasskeyOrder: Codable {
  enum Kind: String, Codable, CaseIterable { case look, rename, delete, reset }
  private enum Key: String, CodingKey { case type, id, name }

  public init(from decoder: any Decoder) throws {
    let order = try decoder.container(keyedBy: Key.self)
    switch try order.decode(Kind.self, forKey: .type) {
    case .look: self = .look
    case .rename:
      self = .rename(id: try order.decode(String.self, forKey: .id), name: try order.decode(String.self, forKey: .name))
    case .delete: self = .delete(id: try order.decode(String.self, forKey: .id))
    case .reset: self = .reset
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var order = encoder.container(keyedBy: Key.self)
    switch self {
    case .look: try order.encode(Kind.look, forKey: .type)
    case .rename(let id, let name):
      try order.encode(Kind.rename, forKey: .type)
      try order.encode(id, forKey: .id)
      try order.encode(name, forKey: .name)
    case .delete(let id):
      try order.encode(Kind.delete, forKey: .type)
      try order.encode(id, forKey: .id)
    case .reset: try order.encode(Kind.reset, forKey: .type)
    }
  }
}

/// The body of `/passkeys`.
public struct PasskeyWork: Codable, Hashable, Sendable {
  public var effect: PasskeyOrder
  private enum CodingKeys: String, CodingKey { case effect }
}

/// The response of `/passkeys`: the passkeys after an order and, if the order was not carried out, the reason.
public struct PasskeyNews: Codable, Hashable, Sendable {
  public struct Passkey: Codable, Hashable, Sendable {
    /// The passkey's credential id, in hexadecimal.
    public var id: String
    public var site: String
    public var account: String
    public var requiresPIN: Bool
    public var opens: Bool
    /// `true` if the site reported that it no longer knows this passkey.
    public var isHidden: Bool
    private enum CodingKeys: String, CodingKey { case id, site, account, requiresPIN, opens, isHidden }
    public init(id: String, site: String, account: String, requiresPIN: Bool, opens: Bool, isHidden: Bool) {
      self.id = id; self.site = site; self.account = account; self.requiresPIN = requiresPIN; self.opens = opens;
      self.isHidden = isHidden
    }
  }

  /// `true` if the passkeys could be read; otherwise the remaining properties are meaningless.
  public var isKnown = true
  /// `true` if any passkeys were ever created on this computer.
  public var isBegun = false
  public var isDeviceBound = true
  public var isPINSet = false
  public var triesLeft: Int?
  public var passkeys: [Passkey] = []
  /// The reason why the order was not carried out, in a sentence for the person.
  public var problem: String?
  private enum CodingKeys: String, CodingKey {
    case isKnown, isBegun, isDeviceBound, isPINSet, triesLeft, passkeys, problem
  }
  public init() {}
}
