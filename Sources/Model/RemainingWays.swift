/// What lets an account's holder come back once some ways in are gone. A way to practice with never counts (G-34).
public struct RemainingWays: Hashable, Sendable {
  /// The number of keys and cards that remain and sign in.
  public var keys: Int
  /// `true` if one of them is enough: it opens the Master Key if a key or card opened it before.
  public var hasKey: Bool
  /// `true` if a saved recovery code remains.
  public var hasCode: Bool
  /// `true` if account recovery remains whose shares were joined once.
  public var hasRecovery: Bool
  /// `true` if the holder can come back at all.
  public var isEnough: Bool { hasKey || hasCode || hasRecovery }

  /// - Parameters:
  ///   - keys: One value for each key or card that remains: `true` if it opens the Master Key.
  ///   - wasOpened: `true` if a key or card opened the Master Key before. One that only signs in is then
  ///     not enough.
  public init(keys: [Bool], wasOpened: Bool, hasCode: Bool, hasRecovery: Bool) {
    self.keys = keys.count
    hasKey = wasOpened ? keys.contains(true) : !keys.isEmpty
    self.hasCode = hasCode; self.hasRecovery = hasRecovery
  }

  /// Creates what remains of an account's ways. What a run in progress wrote does not count yet.
  ///
  /// - Parameters:
  ///   - all: The account's ways that are not revoked.
  ///   - dropped: The ids of the ways that go.
  public init(_ all: [Way], without dropped: Set<KeyID>) {
    let left = all.filter { $0.stands && !$0.isRehearsal && !dropped.contains($0.id) }
    self.init(
      keys: left.filter(\.signsIn).map { $0.opens && $0.run == nil },
      wasOpened: all.contains { $0.signsIn && $0.opens }, hasCode: left.contains { $0.kind == .phrase },
      hasRecovery: left.contains { $0.kind == .escrow && $0.provedAt != nil })
  }
}
