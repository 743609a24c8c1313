import Model

/// What somebody has who came back after a loss. All facts come from the store; the size of the journal is not among
/// them, because only hands that opened it can count it.
public struct Comeback: Codable, Hashable, Sendable {
  public var username: String
  /// The key or card that this way back made; `nil` for somebody who came with a key that stood before.
  public var newKey: HeldKey?
  /// The key or card with which this session signed in.
  public var current: HeldKey?
  /// The number of the kit whose words were saved on this way back; `nil` if no code was made.
  public var kit: Int?
  /// The keys that were removed on this way back.
  public var removed: [HeldKey]
  /// The other keys and cards that stood before, and still do.
  public var earlier: [HeldKey]
  /// Those of them of which the person said on this way back that they are still there.
  public var confirmed: [KeyID]
  public init(
    username: String, newKey: HeldKey? = nil, current: HeldKey? = nil, kit: Int? = nil, removed: [HeldKey] = [],
    earlier: [HeldKey] = [], confirmed: [KeyID] = []
  ) {
    self.username = username; self.newKey = newKey; self.current = current; self.kit = kit; self.removed = removed
    self.earlier = earlier; self.confirmed = confirmed
  }
}

/// Whether the hands may count what the journal holds.
public enum JournalLook: String, Codable, Hashable, Sendable { case opening, open, closed }
