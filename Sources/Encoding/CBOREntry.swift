/// One entry of a CBOR map.
public struct CBOREntry: Hashable, Sendable {
  /// The key.
  public var key: CBORValue
  /// The value.
  public var value: CBORValue

  /// An entry of the two.
  public init(key: CBORValue, value: CBORValue) { (self.key, self.value) = (key, value) }
}
