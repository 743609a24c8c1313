import Encoding
import Testing

@Suite struct JSONTests {
  private func fault(_ text: String) -> JSONError.Fault? { fault(Array(text.utf8)) }

  private func fault(_ bytes: [UInt8]) -> JSONError.Fault? {
    do throws(JSONError) { _ = try JSONDocument(bytes) } catch { return error.fault }
    return nil
  }

  @Test("members are found by name, and strings are read with their escapes decoded")
  func reading() throws {
    let text = #" {"a":"x\/y\u00e9\ud83d\ude00\n","n":-12,"t":true,"deep":{"a":[1,2,{"b":null}]},"\u0062":"z"} "#
    let document = try JSONDocument(Array(text.utf8))
    let root = document.root
    #expect(document.member("a", of: root).flatMap(document.string) == "x/yé😀\n")
    #expect(document.member("n", of: root).flatMap(document.integer) == -12)
    #expect(document.member("t", of: root).flatMap(document.boolean) == true)
    #expect(document.member("b", of: root).flatMap(document.string) == "z")
    #expect(document.member("c", of: root) == nil)
    let list = try #require(document.member("deep", of: root).flatMap { document.member("a", of: $0) })
    #expect(document.items(of: list).count == 3)
    #expect(document.members(of: root).count == 5)
  }

  @Test(
    "text that is not JSON is refused",
    arguments: [
      "", " ", "{", "}", "[1,]", "[1 2]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", "01", "1.", "1e", "-", "+1",
      "nul", "tru", "NaN", #""a"#,
      #""\x""#,
      #""\u12g4""#, "\"\u{1}\"", "1 1", "'a'", #"{"a":1}}"#, "\u{feff}1",
    ])
  func malformed(_ text: String) { #expect(fault(text) != nil) }

  @Test("duplicate member names are rejected, even if one is written with an escape")
  func duplicates() {
    #expect(fault(#"{"a":1,"b":2,"a":3}"#) == .duplicateName)
    #expect(fault(#"{"a":1,"\u0061":3}"#) == .duplicateName)
    #expect(fault(#"{"a":{"a":1},"b":{"a":1}}"#) == nil)
  }

  @Test("strings that are not valid Unicode are rejected")
  func unicode() {
    for bytes: [UInt8] in [
      [0xff], [0xc0, 0xaf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf0, 0x80, 0x80, 0x80],
      [0xc3], [0xe2, 0x82],
    ] {
      #expect(fault([0x22] + bytes + [0x22]) == .notUnicode)
    }
    #expect(fault(#""\ud800""#) == .notUnicode)
    #expect(fault(#""\ud800\u0041""#) == .notUnicode)
    #expect(fault(#""\udc00""#) == .notUnicode)
    #expect(fault("\"é€😀\"") == nil)
  }

  @Test("nesting depth and member count are limited")
  func limits() {
    #expect(fault(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)) == nil)
    #expect(fault(String(repeating: "[", count: 100_000)) == .tooDeep)
    #expect(fault("{" + (0..<256).map { "\"\($0)\":0" }.joined(separator: ",") + "}") == nil)
    #expect(fault("{" + (0..<257).map { "\"\($0)\":0" }.joined(separator: ",") + "}") == .tooLarge)
  }

  @Test("a byte order mark is skipped only when requested")
  func byteOrderMark() throws {
    let bytes = [0xef, 0xbb, 0xbf] + Array("{}".utf8)
    #expect(fault(bytes) == .malformed)
    #expect(try JSONDocument(bytes, skippingByteOrderMark: true).root.kind == .object)
  }

  @Test("quotation marks, backslashes and control characters are found at any place in a string")
  func everyPlace() throws {
    for place in 0..<40 {
      var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 40)
      bytes[place] = 0x1f
      #expect(fault([0x22] + bytes + [0x22]) == .malformed)
      bytes[place] = UInt8(ascii: "\"")
      #expect(fault([0x22] + bytes + [0x22]) != nil)
    }
  }

  @Test("any text is written so that it reads back unchanged")
  func writing() throws {
    var writer = JSONWriter()
    let hostile = "\"\\\u{0}\u{1f}</script>é😀\n"
    writer.object {
      $0.member(hostile, hostile)
      $0.member("n", 5)
      $0.member("absent", nil as String?)
      $0.member("list") { $0.array([1, 2]) { $0.integer($1) } }
      $0.member("empty") { $0.object { _ in } }
    }
    let document = try JSONDocument(writer.bytes)
    let first = try #require(document.members(of: document.root).first)
    #expect(document.string(first.name) == hostile)
    #expect(document.string(first.value) == hostile)
    #expect(!writer.bytes.contains(UInt8(ascii: "<")))
    #expect(String(decoding: writer.bytes, as: UTF8.self).hasSuffix(#""n":5,"list":[1,2],"empty":{}}"#))
  }
}
