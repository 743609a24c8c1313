/// An input split into pieces: each has one byte of kind, two bytes of length, and then its content. Whatever is left
/// at the end is a piece as well.
struct Pieces: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>
  private var left = 24

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func next() -> (kind: UInt8, bytes: [UInt8])? {
    guard left > 0, let kind = rest.popFirst() else { return nil }
    left -= 1
    var length = 0
    for _ in 0..<2 { length = length << 8 | Int(rest.popFirst() ?? 0) }
    let bytes = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    return (kind, bytes)
  }
}
