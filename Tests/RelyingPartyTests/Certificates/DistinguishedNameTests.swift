import Encoding
import Testing

@testable import RelyingParty

@Suite struct DistinguishedNameTests {
  private typealias Name = DistinguishedName

  private func read(_ bytes: [UInt8]) throws -> Name {
    var reader = DERReader(bytes)
    return try Name(&reader)
  }

  @Test("attributes are found by type in their order, even when one set holds several")
  func attributes() throws {
    let pair = TestDER.set(
      TestDER.sequence(TestDER.identifier([2, 5, 4, 11]), TestDER.text("First")),
      TestDER.sequence(TestDER.identifier([2, 5, 4, 3]), TestDER.text("Common")))
    let name = try read(
      TestDER.sequence(pair, TestDER.attribute([2, 5, 4, 11], TestDER.element(0x13, Array("Second".utf8)))))
    #expect(name.texts(Name.organizationalUnit) == ["First", "Second"] && name.text(Name.commonName) == "Common")
    #expect(name.text(Name.country) == nil)
    #expect(try read(TestDER.sequence()).attributes.isEmpty)
  }

  @Test("only values of a string type count as text")
  func kinds() throws {
    for (tag, isText) in [
      (0x0c, true), (0x13, true), (0x14, true), (0x16, true), (0x04, false), (0x1e, false), (0x30, false),
    ] as [(UInt8, Bool)] {
      let name = try read(TestDER.sequence(TestDER.attribute([2, 5, 4, 3], TestDER.element(tag, [0x41]))))
      #expect((name.text(Name.commonName) == "A") == isText)
    }
  }

  @Test("a malformed name is rejected")
  func forms() {
    let attribute = TestDER.sequence(TestDER.identifier([2, 5, 4, 3]), TestDER.text("A"))
    for bytes in [
      [], TestDER.set(), TestDER.sequence(attribute), TestDER.sequence(TestDER.set(TestDER.identifier([2, 5]))),
      TestDER.sequence(TestDER.set(TestDER.sequence(TestDER.identifier([2, 5, 4, 3])))),
      TestDER.sequence(
        TestDER.set(TestDER.sequence(TestDER.identifier([2, 5, 4, 3]), TestDER.text("A"), TestDER.null))),
      Array(TestDER.sequence(TestDER.set(attribute)).dropLast()),
    ] { #expect(throws: DERError.self, "\(bytes)") { try read(bytes) } }
  }
}
