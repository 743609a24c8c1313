import Encoding
import Testing

@Suite struct CBORTests {
  private func error(_ hex: String, _ order: CBORReader.KeyOrder = .canonical) -> CBORError? {
    var reader = CBORReader(Hex.decode(hex) ?? [], keyOrder: order)
    do throws(CBORError) {
      try reader.skip()
      try reader.finish()
    } catch { return error }
    #expect((try? CBORValue(decoding: Hex.decode(hex) ?? [], keyOrder: order)) != nil)
    return nil
  }

  @Test(
    "canonical CBOR as CTAP2 defines it is read",
    arguments: ["00", "1818", "20", "3818", "4101", "6161", "80", "a0", "f4", "f5", "f6", "a201020304"])
  func canonical(_ hex: String) { #expect(error(hex) == nil) }

  @Test(
    "each fault has its own name",
    arguments: [
      ("", CBORError.truncated), ("18", .truncated), ("5818", .truncated), ("9b4000000000000000", .truncated),
      ("bb7fffffffffffffff", .truncated),
      ("0000", .trailingBytes), ("1817", .notShortestForm), ("1900ff", .notShortestForm),
      ("1a0000ffff", .notShortestForm),
      ("1b00000000ffffffff", .notShortestForm), ("5817" + String(repeating: "00", count: 23), .notShortestForm),
      ("5f4100ff", .indefiniteLength),
      ("9fff", .indefiniteLength), ("bfff", .indefiniteLength), ("7fff", .indefiniteLength),
      ("a201000100", .duplicateKey),
      ("a203000100", .unorderedKeys), ("a220000100", .unorderedKeys), ("62c328", .notUTF8), ("c000", .unsupportedItem),
      ("fb0000000000000000", .unsupportedItem),
      ("f7", .unsupportedItem), ("ff", .unsupportedItem), ("1bffffffffffffffff", .unsupportedItem),
      ("1c", .unsupportedItem),
    ])
  func faults(_ hex: String, _ expected: CBORError) { #expect(error(hex) == expected) }

  @Test("keys in any order are read if requested, but duplicates are still rejected")
  func anyOrder() {
    #expect(error("a203000100", .any) == nil)
    #expect(error("a3030001000300", .any) == .duplicateKey)
    #expect(error("a3010003000100", .any) == .duplicateKey)
  }

  @Test("nesting depth is limited")
  func depth() {
    #expect(error(String(repeating: "81", count: 15) + "00") == nil)
    #expect(error(String(repeating: "81", count: 16) + "00") == .tooDeep)
    #expect(error(String(repeating: "81", count: 100_000)) == .tooDeep)
  }

  @Test("values are written in canonical form and read back")
  func roundTrip() throws {
    let value = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text("none")), CBOREntry(key: .integer(-1), value: .bytes([1, 2][...])),
      CBOREntry(key: .integer(300), value: .array([.boolean(true), .null, .integer(-70000)])),
      CBOREntry(key: .integer(1), value: .integer(1 << 40)),
    ])
    let bytes = value.encoded()
    #expect(Hex.encode(bytes) == "a4011b000001000000000019012c83f5f63a0001116f2042010263666d74646e6f6e65")
    #expect(try CBORValue(decoding: bytes).encoded() == bytes)
    #expect(try CBORValue(decoding: bytes)["fmt"]?.text == "none")
  }

  @Test("a range outside the bytes reads as empty")
  func range() throws {
    var reader = CBORReader([0], in: 0..<2)
    #expect(throws: CBORError.truncated) { try reader.readInteger() }
  }
}
