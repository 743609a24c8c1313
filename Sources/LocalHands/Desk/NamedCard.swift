/// Which card it is, as a person and a program tell it from others.
public struct NamedCard: Hashable, Sendable {
  /// The instance UID, in hex; `nil` for a blank card, which has none.
  public var instance: String?
  /// The name in its metadata; empty where it has none.
  public var name: String

  public init(instance: String?, name: String) { (self.instance, self.name) = (instance, name) }
}
