import Crypto
import Testing

@testable import RelyingParty

@Suite struct ECDSASignatureValueTests {
  @Test("DER written by swift-crypto is read as swift-crypto reads it, on all three curves")
  func agreement() throws {
    let (p256, p384, p521) = (P256.Signing.PrivateKey(), P384.Signing.PrivateKey(), P521.Signing.PrivateKey())
    for index in 0..<64 {
      let message = [UInt8(index)]
      let first = try p256.signature(for: message)
      #expect(ECDSASignatureValue.decode(Array(first.derRepresentation), size: 32) == Array(first.rawRepresentation))
      let second = try p384.signature(for: message)
      #expect(ECDSASignatureValue.decode(Array(second.derRepresentation), size: 48) == Array(second.rawRepresentation))
      let third = try p521.signature(for: message)
      #expect(ECDSASignatureValue.decode(Array(third.derRepresentation), size: 66) == Array(third.rawRepresentation))
    }
  }

  @Test("short integers are padded on the left")
  func short() {
    #expect(ECDSASignatureValue.decode([0x30, 7, 2, 1, 5, 2, 2, 0, 0x80], size: 2) == [0, 5, 0, 0x80])
  }

  @Test(
    "every other encoding is refused",
    arguments: [
      [], [0x30], [0x30, 0], [0x31, 6, 2, 1, 5, 2, 1, 6], [0x30, 6, 2, 1, 5, 2, 1], [0x30, 6, 2, 1, 5, 2, 1, 6, 0],
      [0x30, 7, 2, 1, 5, 2, 1, 6, 0],
      [0x30, 6, 2, 1, 0x85, 2, 1, 6], [0x30, 7, 2, 2, 0, 5, 2, 1, 6], [0x30, 6, 2, 1, 0, 2, 1, 6],
      [0x30, 5, 2, 0, 2, 1, 6],
      [0x30, 0x81, 6, 2, 1, 5, 2, 1, 6], [0x30, 0x80, 2, 1, 5, 2, 1, 6, 0, 0], [0x30, 6, 2, 0x7f, 5, 2, 1, 6],
      [0x30, 6, 2, 1, 5, 3, 1, 6],
      [0x30, 8, 2, 3, 1, 1, 1, 2, 1, 6], [0x30, 3, 2, 1, 5], [0x30, 9, 2, 1, 5, 2, 1, 6, 2, 1, 7],
      [0x30, 0x82, 0, 6, 2, 1, 5, 2, 1, 6],
    ] as [[UInt8]])
  func refused(_ bytes: [UInt8]) { #expect(ECDSASignatureValue.decode(bytes, size: 2) == nil) }
}
