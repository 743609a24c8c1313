import Testing

@testable import Keycard

@Suite struct MetadataTests {
  private let published = bytes("23313233" + "0000" + "0403" + "827a2801")

  @Test("metadata is read and written in the published form")
  func publishedFormat() throws {
    let metadata = try CardMetadata(published)
    #expect(metadata.name == "123" && metadata.wallets == [0...0, 4...7, 0x7A28...0x7A29])
    #expect(metadata.encoded == published)
    #expect(try CardMetadata(name: "123", indexes: [0x7A29, 7, 0, 4, 6, 5, 0x7A28]) == metadata)
    #expect(try CardMetadata([0x20]) == CardMetadata(name: ""))
  }

  @Test("the longest run of wallets is read as a range, and the last index is valid")
  func limits() throws {
    let all = try CardMetadata(name: "all", wallets: [0...UInt32.max])
    #expect(try CardMetadata(all.encoded) == all)
    #expect(try CardMetadata(name: "", indexes: [.max, .max - 1]).wallets == [UInt32.max - 1...UInt32.max])
    #expect(throws: KeycardError(.malformed)) { try CardMetadata(bytes("20" + "01" + "84ffffffff")) }
    #expect(throws: KeycardError(.invalid)) { try CardMetadata(name: "twenty-one characters") }
    for wrong in ["", "00", "40", "2161ff", "23 31", "21", "21ff", "2000", "208100", "2080", "2085010101010100"] {
      #expect(throws: KeycardError(.malformed), "\(wrong)") { try CardMetadata(bytes(wrong)) }
    }
  }

  @Test("renaming keeps the wallets and leaves other programs' data untouched")
  func rename() throws {
    let card = HandCard()
    let client = try card.opened()
    var stored = published
    card.perform = { command in
      if command.instruction == 0xE2 { stored = command.data }
      return command.instruction == 0xCA ? stored + [0x90, 0x00] : [0x90, 0x00]
    }
    try client.rename(to: "Küche")
    let metadata = try #require(try client.metadata())
    #expect(metadata.name == "Küche" && metadata.wallets == [0...0, 4...7, 0x7A28...0x7A29])
    stored = []
    #expect(try client.metadata() == nil)
    try client.rename(to: "new")
    #expect(stored == bytes("236e6577"))
    stored = Array("https://example.org".utf8)
    #expect(throws: KeycardError(.malformed)) { try client.rename(to: "x") }
    #expect(stored == Array("https://example.org".utf8))
    #expect(throws: KeycardError(.invalid)) { try client.store(publicData: [UInt8](repeating: 0, count: 128)) }
  }

  @Test("public data can be read without a channel, too")
  func inClear() throws {
    let card = HandCard()
    card.performInClear = { $0 == [0x80, 0xCA, 0, 0, 0] ? [0x20, 0x90, 0x00] : [0x6F, 0x00] }
    let client = KeycardClient(card)
    try client.select()
    #expect(try client.metadata()?.name == "")
    card.performInClear = { _ in [0x6D, 0x00] }
    #expect(throws: KeycardError(.refused)) { try client.publicData() }
  }
}
