/// Objects that the TPM gave out encrypted, so that they need not be made or loaded each time. Only in memory.
struct ObjectCache {
  var primary: (name: [UInt8], object: SavedObject)?
  /// Keys for authentication codes.
  var keys = LatelyUsed<SavedObject>()
  /// Keys that sign, as TPMS_CONTEXT.
  var signingKeys = LatelyUsed<[UInt8]>()

  mutating func forgetKeys() { (keys, signingKeys) = (.init(), .init()) }
}

/// The sixteen that were put in last.
struct LatelyUsed<Value> {
  private var values: [KeyReferenceForm: Value] = [:]
  /// From the oldest.
  private var order: [KeyReferenceForm] = []
  private static var most: Int { 16 }

  subscript(key: KeyReferenceForm) -> Value? {
    get { values[key] }
    set {
      order.removeAll { $0 == key }
      values[key] = newValue
      guard newValue != nil else { return }
      order.append(key)
      if order.count > Self.most { values[order.removeFirst()] = nil }
    }
  }
}
