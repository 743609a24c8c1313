import Escrow
import Testing

@Suite struct AttributeVariantTests {
  private static let typed: IdentityAttributes = [
    "full_name": "max großmann", "birthdate": "1.2.2000", "birthplace": "Zuerich", "tax_number": "86 095 742 719",
    "social_security_number": "65170839J003", "unknown": "x",
  ]
  private static func germany() throws -> Country { try #require(Country.of(code: "de")) }

  @Test("C-21: recovery tries the shown value, the typed one, then the web page's, at most twelve")
  func order() throws {
    let variants = try Self.germany().variants(of: Self.typed)
    #expect(variants.count == AttributeVariant.most)
    #expect(Set(variants.map(\.attributes)).count == variants.count)
    #expect(variants.prefix(4).map(\.writing) == [.normalized, .asTyped, .asTyped, .normalized])
    #expect(variants.prefix(4).map(\.origin) == [.plain, .plain, .webClient, .webClient])
    #expect(variants[0].attributes == (try Self.germany().normalized(Self.typed)))
    #expect(
      variants[0].attributes["full_name"] == "Max Grossmann" && variants[0].attributes["birthdate"] == "2000-02-01")
    #expect(
      variants[1].attributes["full_name"] == "max großmann" && variants[1].attributes["tax_number"] == "86 095 742 719")
    #expect(variants[2].attributes["application_id"] == "anastasis-standalone")
    #expect(variants.allSatisfy { $0.attributes["unknown"] == nil })
    #expect(variants.contains { $0.leavesOutOptional && $0.attributes["social_security_number"] == nil })
    #expect(variants.contains { $0.attributes["birthplace"] == "Zürich" })
    #expect(Set(variants.map(\.description)).count == variants.count)
  }

  @Test("C-21: if the program that made the backup is known, all tries go to it")
  func origin() throws {
    let web = try Self.germany().variants(of: Self.typed, from: .webClient)
    #expect(web.allSatisfy { $0.attributes["application_id"] != nil } && web.count > 6)
    let plain = try Self.germany().variants(of: Self.typed, from: .plain)
    #expect(plain.allSatisfy { $0.attributes["application_id"] == nil })
    #expect(try Self.germany().variants(of: Self.typed, limit: 3).count == 3)
    #expect(try Self.germany().variants(of: Self.typed, limit: 1000).count == AttributeVariant.most)
    #expect(try Self.germany().variants(of: Self.typed, limit: 0).isEmpty)
  }

  @Test("C-21: the first try includes a memorable word, and all later tries omit it")
  func memorableWord() throws {
    var typed = Self.typed
    typed["memorable_word"] = " Seven  Green Kettles"
    let variants = try Self.germany().variants(of: typed)
    #expect(variants[0].attributes["memorable_word"] == "seven green kettles" && variants[0].hasMemorableWord)
    #expect(variants.dropFirst().allSatisfy { $0.attributes["memorable_word"] == nil && !$0.hasMemorableWord })
    #expect(variants[1].attributes == (try Self.germany().normalized(Self.typed)))
    typed["memorable_word"] = "  "
    #expect(try Self.germany().variants(of: typed) == (try Self.germany().variants(of: Self.typed)))
  }

  @Test("C-21: a value typed in its canonical form is not tried twice")
  func noDuplicates() throws {
    let country = try #require(Country.of(code: "ch"))
    let plain: IdentityAttributes = [
      "full_name": "Max Muster", "birthdate": "2000-01-01", "birthplace": "Bern", "ahv_number": "756.9217.0769.85",
    ]
    let variants = country.variants(of: plain)
    #expect(variants.prefix(2).map(\.origin) == [.plain, .webClient])
    #expect(variants.contains { $0.attributes["ahv_number"] == "7569217076985" })
    #expect(Set(variants.map(\.attributes)).count == variants.count)
  }

  @Test("A value that no client can encode is not tried")
  func unwritable() throws {
    let country = try #require(Country.of(code: "ch"))
    let variants = country.variants(of: ["full_name": "Max\u{1}Muster"])
    #expect(!variants.isEmpty && variants.allSatisfy { $0.writing != .asTyped })
  }
}
