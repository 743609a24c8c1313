import Authenticator

/// Objects that the TPM gave out encrypted, so that they need not be made or loaded each time. Only in memory.
struct ObjectCache {
  var primary: (name: [UInt8], object: SavedObject)?
  private var keys: [KeyReferenceForm: SavedObject] = [:]
  /// From the one that was used longest ago.
  private var order: [KeyReferenceForm] = []
  private static let most = 16

  subscript(key: KeyReferenceForm) -> SavedObject? { keys[key] }

  mutating func keep(_ object: SavedObject, for key: KeyReferenceForm) {
    order.removeAll { $0 == key }
    order.append(key)
    keys[key] = object
    if order.count > Self.most { keys[order.removeFirst()] = nil }
  }

  mutating func forgetKeys() { (keys, order) = ([:], []) }
  mutating func forget(_ key: KeyReferenceForm) {
    keys[key] = nil
    order.removeAll { $0 == key }
  }
}
