/// An input in pieces: each has its kind in one byte, its length in two, and then so many bytes. What is left at the
/// end is a piece as well.
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
