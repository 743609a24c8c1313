import Crypto
import Encoding
import Foundation
import Testing

@testable import LocalHands

@Suite struct CTAPClientPartsTests {
  @Test("What is packed is unpacked; what is broken, or longer or shorter than it says, is not") func deflate() throws {
    for bytes in [[], [1], [UInt8](repeating: 7, count: 10_000), (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31) }] as [[UInt8]] {
      let packed = try Deflated.pack(bytes)
      #expect(Deflated.unpack(packed, size: bytes.count) == bytes)
      #expect(Deflated.unpack(packed, size: bytes.count + 1) == nil)
      if !bytes.isEmpty { #expect(Deflated.unpack(packed, size: bytes.count - 1) == nil) }
      #expect(Deflated.unpack(Array(packed.dropLast()), size: bytes.count) == nil)
    }
    #expect(Deflated.unpack([0x4b, 0x04, 0x00], size: 1) == Array("a".utf8))
    #expect(Deflated.unpack([1, 2, 3], size: 2 << 20) == nil)
  }

  @Test("A blob is opened by its own key only, and another one of the same key takes its place") func largeBlobs() throws {
    let empty = LargeBlobArray([0x80, 0x76, 0xbe, 0x8b, 0x52, 0x8d, 0x00, 0x75, 0xf7, 0xaa, 0xe9, 0x8d, 0x6f, 0xa5, 0x7a, 0x6d, 0x3c])
    #expect(empty.serialized == [0x80, 0x76, 0xbe, 0x8b, 0x52, 0x8d, 0x00, 0x75, 0xf7, 0xaa, 0xe9, 0x8d, 0x6f, 0xa5, 0x7a, 0x6d, 0x3c])
    let (one, two) = (Secret([UInt8](repeating: 1, count: 32)), Secret([UInt8](repeating: 2, count: 32)))
    var array = empty
    try array.set(Array("first".utf8), one)
    try array.set(Array("second".utf8), two)
    try array.set(Array("third".utf8), one)
    var read = LargeBlobArray(array.serialized)
    #expect(read.blob(one) == Array("third".utf8) && read.blob(two) == Array("second".utf8))
    #expect(read.blob(Secret([UInt8](repeating: 3, count: 32))) == nil)
    try read.set([], one)
    #expect(LargeBlobArray(read.serialized).blob(one) == [])
    var broken = array.serialized
    broken[5] ^= 1
    #expect(LargeBlobArray(broken).serialized == empty.serialized)
  }

  @Test("Salts are hashed as WebAuthn says, and travel under the shared secret") func salts() throws {
    let authenticator = P256.KeyAgreement.PrivateKey(), point = Array(authenticator.publicKey.rawRepresentation)
    let key = CBORValue.parameters([
      1: .integer(2), 3: .integer(-25), -1: .integer(1), -2: .bytes(point.prefix(32)), -3: .bytes(point.suffix(32)),
    ])
    let shared = try #require(CTAPSharedSecret(with: key))
    let input = try #require(PRFSalts(first: [1], second: [2]).input(by: shared))
    let answer = CTAPAnswer(input)
    let sealed = try #require(answer.bytes(2))
    #expect(sealed.count == 16 + 64 && answer.integer(4) == 2 && answer.bytes(3) == shared.authenticate(sealed))
    let expected = [[1], [2]].flatMap { Array(SHA256.hash(data: Array("WebAuthn PRF\0".utf8) + $0 as [UInt8])) }
    #expect(shared.decrypt(sealed)?.withBytes { Array($0) } == expected)
    #expect(PRFSalts(first: [1], second: [2]).outputs(sealed, by: shared) == [Array(expected[..<32]), Array(expected[32...])])
    #expect(PRFSalts(first: [1], second: nil).outputs(sealed, by: shared) == nil)
    #expect(shared.decrypt(Array(sealed.dropLast())) == nil && shared.decrypt(Array(sealed.prefix(16))) == nil)
    #expect(
      CTAPSharedSecret(with: .parameters([-2: .string([UInt8](repeating: 1, count: 32)), -3: .string([UInt8](repeating: 1, count: 32))])) == nil)
  }
}
