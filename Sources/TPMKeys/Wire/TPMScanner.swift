/// Reads what `TPMBytes` writes. All is `nil` that would lie behind the end.
struct TPMScanner {
  private var rest: ArraySlice<UInt8>
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
  mutating func takeByte() -> UInt8? { take(1)?.first }
  mutating func takeNumber(bytes count: Int) -> UInt32? { take(count)?.reduce(0) { $0 << 8 | UInt32($1) } }
  mutating func takeRest() -> [UInt8] { take(rest.count) ?? [] }
  /// The content of a TPM2B.
  mutating func takeSized() -> [UInt8]? { takeNumber(bytes: 2).flatMap { take(Int($0)) } }
}
