import Crypto
import Encoding
import Foundation
import Testing

@testable import PasskeyHands

@Suite struct LargeBlobArrayTests {
  @Test("A packed array unpacks, unless it is corrupt or longer or shorter than it declares")
  func deflate() throws {
    for bytes in [
      [], [1], [UInt8](repeating: 7, count: 10_000), (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31) },
    ] as [[UInt8]] {
      let packed = try Deflated.pack(bytes)
      #expect(Deflated.unpack(packed, size: bytes.count) == bytes)
      #expect(Deflated.unpack(packed, size: bytes.count + 1) == nil)
      if !bytes.isEmpty { #expect(Deflated.unpack(packed, size: bytes.count - 1) == nil) }
      #expect(Deflated.unpack(Array(packed.dropLast()), size: bytes.count) == nil)
    }
    #expect(Deflated.unpack([0x4b, 0x04, 0x00], size: 1) == Array("a".utf8))
    #expect(Deflated.unpack([1, 2, 3], size: 2 << 20) == nil)
  }

  @Test("A blob opens only with its own key, and a new one under the same key replaces it") func largeBlobs() throws {
    let hash = [UInt8](repeating: 0, count: 16), empty = LargeBlobArray([0x80] + hash)
    #expect(empty.content == [0x80])
    let (one, two) = (Secret([UInt8](repeating: 1, count: 32)), Secret([UInt8](repeating: 2, count: 32)))
    var array = empty
    try array.set(Array("first".utf8), one)
    try array.set(Array("second".utf8), two)
    try array.set(Array("third".utf8), one)
    var read = LargeBlobArray(array.content + hash)
    #expect(read.blob(one) == Array("third".utf8) && read.blob(two) == Array("second".utf8))
    #expect(read.blob(Secret([UInt8](repeating: 3, count: 32))) == nil)
    try read.set([], one)
    #expect(LargeBlobArray(read.content + hash).blob(one) == [])
    for broken in [[], hash, Array((array.content + hash).dropLast()), [0x81] + hash] {
      #expect(LargeBlobArray(broken).content == [0x80])
    }
    var changed = array.content
    changed[10] ^= 1
    #expect(LargeBlobArray(changed + hash).blob(two) == nil)
  }
}
