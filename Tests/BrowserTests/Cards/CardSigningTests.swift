import Browser
import Crypto
import Encoding
import Foundation
import Keycard
import Person
import Testing

@testable import CardTests

/// The signed text is the text shown, and anyone with the address can verify it.
@Suite struct CardSigningTests {
  // The first address of the phrase that repeats abandon eleven times.
  private static let address = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
  private static let hash = String(repeating: "5a", count: 32)

  /// A second message is signed with the same card afterwards.
  @Test("D-35: a message is shown and signed with the PIN; the signature yields the address")
  func message() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page, message = "Meet me at noon,\nby the “door”. ✓"
      try await visit.act("Sign something with a card")
      try await page.press("A message")
      _ = try await page.find("#message")
      try await page.run(
        """
        const field = document.querySelector('#message');
        field.value = arguments[0];
        field.dispatchEvent(new Event('input'));
        """, .string(message))
      try await page.press("Continue")
      try await page.wait(forText: "This is what your card signs.")
      #expect(try await visit.text("[data-to-sign] dd") == message)
      try await page.press("Sign it")
      try await visit.enterPIN(PreparedCard.pin)
      try await expectSignature(of: Ethereum.personalMessageHash(Array(message.utf8)), visit)
      visit.expectUnheard(["Meet me at noon", PreparedCard.pin])

      try await page.press("Sign something else")
      try await page.press("A hash")
      try await visit.answer("0x" + Self.hash.uppercased(), to: "#hash")
      try await page.wait(forText: Self.hash)
      try await page.press("Sign it")
      try await visit.enterPIN(PreparedCard.pin)
      try await expectSignature(of: try #require(Hex.decode(Self.hash)), visit)
      try await page.press("Close")
      try await page.isIn(.card)
      #expect(try visit.look(at: card).tries == [3, 5])
    }
  }

  @Test("D-35: only a file's hash leaves the page, and the hash is what is signed") func file() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, _ in
      let page = visit.page, contents = "the whole contents of a file",
        hash = Data(SHA256.hash(data: Data(contents.utf8)))
      let file = FileManager.default.temporaryDirectory.appending(path: "letter-\(UUID().uuidString).txt")
      try Data(contents.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try await visit.act("Sign something with a card")
      try await page.press("A file")
      try await page.find("#file").type(file.path)
      try await page.press("Continue")
      try await page.wait(forText: Hex.encode(Array(hash)))
      try await page.wait(forText: file.lastPathComponent)
      try await page.press("Sign it")
      try await visit.enterPIN(PreparedCard.pin)
      try await expectSignature(of: Array(hash), visit)
      visit.expectUnheard([contents])
    }
  }

  @Test("D-35: an invalid path or hash is rejected on the page, and no card is used") func malformed() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, _ in
      let page = visit.page
      try await visit.act("Sign something with a card")
      let commands = visit.reader.commands
      try await page.press("A hash")
      func isReady() async throws -> Bool {
        try await page.evaluate("!document.querySelector('.actions .is-primary').disabled") == true
      }
      _ = try await page.find("#hash")
      for wrong in ["5a", Self.hash + "5a", "g" + Self.hash.dropFirst()] {
        try await page.type(wrong, into: "#hash")
        #expect(try await !isReady(), "\(wrong)")
      }
      try await page.type(Self.hash, into: "#hash")
      try await page.press("Continue")
      try await page.wait(forText: "This is what your card signs.")
      try await page.press("Sign with another wallet address")
      try await visit.answer("m/44'/60'/x", to: "#path")
      try await page.wait(forText: "That is not a wallet path.")
      #expect(visit.reader.commands == commands)
      try await page.press("Back")
      try await page.wait(forText: "This is what your card signs.")
      #expect(try await visit.text("[data-to-sign] dd") == Self.hash, "What was typed is kept.")
    }
  }

  private func expectSignature(of hash: [UInt8], _ visit: CardVisit) async throws {
    try await visit.page.wait(forText: "Signed. Anybody can check it with the address.")
    #expect(try await visit.text("#signature-address") == Self.address)
    #expect(try await visit.text("#signature-hash") == Hex.encode(hash))
    let signature = try #require(Hex.decode(try await visit.text("#signature-value")))
    #expect(Secp256k1PublicKey.recovered(from: signature, of: hash).map(Ethereum.address) == Self.address)
  }
}
