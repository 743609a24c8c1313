import Foundation
import TestProvider
import Testing

/// A photo in account recovery, with the built program and a provider whose host looks at it.
@Suite struct EscrowPhotoTests {
  private func place(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(name)").path
  }

  @Test(
    "C-26 G-32: a photo from a file; the host says no, then yes, and the backup comes back",
    .timeLimit(.minutes(10)))
  func photo() async throws {
    let bytes = Data("dear diary".utf8), path = place("diary.txt"), picture = place("me.png"), saved = place("saved")
    defer { for file in [path, picture, saved] { try? FileManager.default.removeItem(atPath: file) } }
    try bytes.write(to: URL(filePath: path))
    try Data(TestPhoto.png).write(to: URL(filePath: picture))
    try await EscrowHousehold.with { house in
      house.offered = Array(house.providers.dropFirst())  // those that take no fees
      var visit = try await house.begin("escrow", "backup", "--file", path)
      try await visit.identify()
      try await visit.addQuestion()
      try await visit.choose("Add a photo of you")
      try await visit.answer("Photo", path)
      try await visit.terminal.wait(for: "is no whole PNG or JPEG")
      try await visit.answer("Photo", picture)
      try await visit.find("Remove: Photo")
      for _ in 0..<2 { try await visit.choose("Continue") }
      try await visit.see("Your file is backed up.")
      try await visit.choose("Close")
      #expect(try await visit.ended() == 0)

      try await house.loseEverything()
      visit = try await house.begin("escrow", "recover", "--save", saved)
      try await visit.identify(byEnter: true)
      let way = try #require(try await visit.board().first)
      let question = try #require(way.first { $0.kind == "Security question" }),
        photo = try #require(way.first { $0.kind == "Photo" })
      try await visit.pass(question, ClockProgram(shown: ""), in: house)
      _ = try await visit.board()
      try await visit.choose("Photo: \(photo.provider)")
      let number = try await Self.number(in: visit)
      #expect(visit.plain.contains("How you meet them: Ring at the cellar door"))
      let friends = house.providers.map(\.provider)
      let friend = try #require(friends.first { $0.server.provider.settings.businessName == photo.provider })
      #expect(try await friend.decide(number, reason: "That was your brother."))
      try await visit.choose("See how it went")
      try await visit.see("That was your brother.")
      try await visit.choose("Ask once more")
      let second = try await Self.number(in: visit)
      #expect(second != number)
      #expect(try await friend.decide(second, reason: nil))
      try await visit.choose("See how it went")
      try await visit.see("Nobody is signed in with it.")
      try await visit.choose("Close")
      try await visit.terminal.wait(for: "It is in")
      #expect(try await visit.ended() == 0)
      #expect(try Data(contentsOf: URL(filePath: saved)) == bytes)
    }
  }

  /// The number that the person is to say.
  private static func number(in visit: TerminalVisit) async throws -> String {
    try await visit.find("See how it went")
    return String(try #require(visit.plain.firstMatch(of: /The number to say: ([0-9]{3}-[0-9]{3})/)).1)
  }
}
