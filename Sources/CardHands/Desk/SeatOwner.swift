/// Who gives the card's desk orders: one tab of a page, or a program in a terminal. A card lies open for one of them at a time.
public struct SeatOwner: Hashable, Sendable {
  /// A page's origin, as its browser says it, or the site that a terminal signs in to. It becomes part of what a card signs.
  public var origin: String
  /// A name that the tab drew for itself; empty where there are no tabs.
  public var tab: String
  public init(_ origin: String, tab: String = "") { self.origin = origin; self.tab = tab }
}
