/// A limited number of values by key. When there is no room for a new value, the oldest is evicted.
struct BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  private var values: [Key: Value] = [:]
  private var order: [Key] = []

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { values.count }

  subscript(key: Key) -> Value? { values[key] }

  /// Stores a value, replacing an older one with the same key. Returns the value that was evicted to make room, if any.
  @discardableResult mutating func put(_ value: Value, for key: Key) -> Value? {
    guard values.updateValue(value, forKey: key) == nil else { return nil }
    order.append(key)
    guard order.count > capacity else { return nil }
    return values.removeValue(forKey: order.removeFirst())
  }

  @discardableResult mutating func remove(_ key: Key) -> Value? {
    guard let value = values.removeValue(forKey: key) else { return nil }
    order.removeAll { $0 == key }
    return value
  }
}
