/// Everything in a copy of a journal besides the materials and the journal itself (WRAPS §7). The server gives it only
/// for a request that the open Master Key signed.
public struct CopyFacts: Codable, Hashable, Sendable {
  /// The time, as RFC 3339 writes it.
  public var made: String
  /// The number of the kit whose words open the copy; 0 if there is none.
  public var kit: Int
  /// The records and wraps of the recovery code, of the cards and of the escrow secret.
  public var ways: [Way]
  public var keys: [Key]
  /// The account's audit log, oldest line first.
  public var events: [Event]

  private enum CodingKeys: String, CodingKey { case made, kit, ways, keys, events }
  public init(made: String, kit: Int, ways: [Way], keys: [Key], events: [Event]) {
    self.made = made; self.kit = kit; self.ways = ways; self.keys = keys; self.events = events
  }

  public struct Way: Codable, Hashable, Sendable {
    public var record: String, wrap: String
    private enum CodingKeys: String, CodingKey { case record, wrap }
    public init(record: String, wrap: String) { self.record = record; self.wrap = wrap }
  }

  /// What can be read about a key, which does not open the copy.
  public struct Key: Codable, Hashable, Sendable {
    public var name: String
    /// `primary`, `backup`, or empty for a passkey.
    public var role: String
    public var opens: Bool
    /// `true` if the key says that it is synced.
    public var synced: Bool
    private enum CodingKeys: String, CodingKey { case name, role, opens, synced }
    public init(name: String, role: String, opens: Bool, synced: Bool) {
      self.name = name; self.role = role; self.opens = opens; self.synced = synced
    }
  }

  public struct Event: Codable, Hashable, Sendable {
    public var at: String, event: String
    private enum CodingKeys: String, CodingKey { case at, event }
    public init(at: String, event: String) { self.at = at; self.event = event }
  }
}
