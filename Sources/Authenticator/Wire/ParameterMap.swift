import Encoding

/// A map in a request. Unknown members are ignored. A member of the wrong type is rejected.
struct ParameterMap: Sendable {
  /// The maximum nesting depth of maps and arrays (CTAP 2.1 §8).
  static let deepestNesting = 4

  let entries: [CBOREntry]

  /// Decodes a request's parameters: exactly one canonical map.
  init(decoding bytes: [UInt8]) throws {
    let value = try CBORValue(decoding: bytes)
    guard !value.isDeeper(than: Self.deepestNesting) else { throw CTAPStatus.invalidCBOR }
    try self.init(value)
  }

  init(_ value: CBORValue) throws(CTAPStatus) {
    guard let entries = value.map else { throw .unexpectedType }
    self.entries = entries
  }

  subscript(_ key: ParameterKey) -> CBORValue? { entries.first { $0.key == key.value }?.value }

  func bytes(_ key: ParameterKey) throws(CTAPStatus) -> [UInt8]? { try read(key) { $0.byteString.map(Array.init) } }
  func text(_ key: ParameterKey) throws(CTAPStatus) -> String? { try read(key) { $0.text } }
  func integer(_ key: ParameterKey) throws(CTAPStatus) -> Int64? { try read(key) { $0.integer } }
  func array(_ key: ParameterKey) throws(CTAPStatus) -> [CBORValue]? { try read(key) { $0.array } }
  func boolean(_ key: ParameterKey) throws(CTAPStatus) -> Bool? {
    try read(key) { if case .boolean(let flag) = $0 { flag } else { nil } }
  }
  func map(_ key: ParameterKey) throws(CTAPStatus) -> ParameterMap? {
    guard let value = self[key] else { return nil }
    return try ParameterMap(value)
  }

  /// Returns a non-negative number. A negative number counts as a wrong type, because the specification says
  /// "unsigned".
  func unsigned(_ key: ParameterKey) throws(CTAPStatus) -> Int? {
    try read(key) { $0.integer.flatMap { $0 >= 0 ? Int(exactly: $0) : nil } }
  }

  private func read<Value>(_ key: ParameterKey, _ kind: (CBORValue) -> Value?) throws(CTAPStatus) -> Value? {
    guard let value = self[key] else { return nil }
    guard let read = kind(value) else { throw .unexpectedType }
    return read
  }
}

extension Optional {
  /// Returns the value of a mandatory parameter.
  func required() throws(CTAPStatus) -> Wrapped {
    guard let self else { throw .missingParameter }
    return self
  }
}

extension CBORValue {
  /// Returns `true` if maps and arrays are nested deeper than `levels`.
  func isDeeper(than levels: Int) -> Bool {
    switch self {
    case .map(let entries):
      levels == 0 || entries.contains { $0.key.isDeeper(than: levels - 1) || $0.value.isDeeper(than: levels - 1) }
    case .array(let items): levels == 0 || items.contains { $0.isDeeper(than: levels - 1) }
    default: false
    }
  }

  /// Returns a map of the members that have a value. The encoder sorts them canonically.
  static func members(_ members: KeyValuePairs<ParameterKey, CBORValue?>) -> CBORValue {
    .map(members.compactMap { key, value in value.map { CBOREntry(key: key.value, value: $0) } })
  }

  static func byteString(_ bytes: some Collection<UInt8>) -> CBORValue { .bytes(Array(bytes)[...]) }
  static func number(_ number: some BinaryInteger) -> CBORValue { .integer(Int64(clamping: number)) }
}

/// A key of a map in a request or response: a number or a text.
struct ParameterKey: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  let value: CBORValue
  init(integerLiteral value: Int64) { self.value = .integer(value) }
  init(stringLiteral value: String) { self.value = .text(value) }
}
