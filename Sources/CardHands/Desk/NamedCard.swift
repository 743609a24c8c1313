/// Which card it is, as a person and a program tell it from others.
public struct NamedCard: Hashable, Sendable {
  /// The instance UID, in hex; `nil` for a blank card, which has none.
  public var instance: String?
  /// The name in its metadata; empty where it has none.
  public var name: String
  /// Which look found it, so that two blank cards are two.
  var look: Int

  public init(instance: String?, name: String, look: Int = 0) { (self.instance, self.name, self.look) = (instance, name, look) }
}
