import Foundation
import TestProvider
import TestSite
import Testing

/// Files in account recovery: backing up a file by itself, and carrying unfinished work in a file to another computer.
@Suite struct EscrowFileTests {
  private func place(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(name)").path
  }
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(
    "C-02 C-51: a file backed up without account or card comes back elsewhere byte for byte",
    .timeLimit(.minutes(10)))
  func file() async throws {
    let bytes = Data((0..<20_000).map { _ in UInt8.random(in: 0...255) }), path = place("ring.jpg"),
      saved = place("saved")
    try bytes.write(to: URL(filePath: path))
    defer { for file in [path, saved] { try? FileManager.default.removeItem(atPath: file) } }
    try await EscrowHousehold.with { house in
      house.offered = Array(house.providers.dropFirst())  // those that take no fees
      var visit = try await house.begin("escrow", "backup", "--file", path)
      try await visit.identify()
      try await visit.addQuestion()
      try await visit.find("Remove: Security question: ")
      try await visit.kill()
      visit = try await house.begin("escrow", "backup", "--file", path)
      try await visit.choose("Go on")
      try await visit.addAddresses()
      for _ in 0..<2 { try await visit.choose("Continue") }
      try await visit.see("Your file is backed up.")
      try await visit.choose("Close")
      #expect(try await visit.ended() == 0)

      try await house.loseEverything()
      visit = try await house.begin("escrow", "recover")
      try await visit.identify(byEnter: true)
      while let check = try await visit.board().first?.first(where: { !$0.isDone }) {
        let isLast = visit.ways[0].count { !$0.isDone } == 1
        try await visit.pass(check, ClockProgram(shown: ""), in: house)
        if isLast { break }
      }
      try await visit.see("it is written where --save said, or you are told how to go on.")
      try await visit.choose("Close")
      let advice = try await visit.terminal.wait(for: "nothing has to be typed again.")
      #expect(
        advice.contains("latchstring escrow recover --save FILE") && !FileManager.default.fileExists(atPath: saved))
      #expect(try await visit.ended() == 0)
      visit = try await house.begin("escrow", "recover", "--save", saved)
      try await visit.choose("Go on")
      try await visit.see("Nobody is signed in with it.")
      try await visit.choose("Close")
      let farewell = try await visit.terminal.wait(for: "It is in")
      #expect(!farewell.contains("Nothing was changed"))
      #expect(try await visit.ended() == 0)
      #expect(try Data(contentsOf: URL(filePath: saved)) == bytes && mode(saved) == 0o600)
      let left = try FileManager.default.contentsOfDirectory(atPath: house.folder + "/hands").filter {
        $0.hasSuffix("-recovery.json")
      }
      #expect(left == [], "what was typed on the way is forgotten")
      let again = try await house.run("escrow", "recover", "--save", saved)
      #expect(again.status == 64 && again.errors.contains("is there already"))
      #expect(!FileManager.default.fileExists(atPath: house.database), "no account was made")
    }
  }

  @Test(
    "G-14: who listens at a practice port is asked for a proof, and told nothing of anybody",
    .timeLimit(.minutes(5)))
  func stranger() async throws {
    let port = try FreePort.find(row: 3)
    try await withProvider(port: port) { stranger in
      try await EscrowHousehold.with { house in
        house.offered = [house.providers[1]]
        house.environment = ["LATCHSTRING_PRACTICE_PORT": "\(port)"]
        for isKeyThere in [false, true] {
          if isKeyThere {
            // As on a computer that has practiced before.
            try FileManager.default.createDirectory(
              atPath: house.folder + "/practice", withIntermediateDirectories: true)
            try Data((0..<32).map { UInt8($0) }).write(to: URL(filePath: house.folder + "/practice/own.key"))
          }
          let visit = try await house.begin("escrow", "recover")
          try await visit.identify(byEnter: true)
          try await visit.see("No provider has a backup for these facts.")
          #expect(!visit.plain.contains("\(port)"), "and nobody hears of it")
          try await visit.kill()
          try await house.loseEverything()
          let asked = stranger.log.lines.filter { $0.contains("request ") }
          #expect(asked.allSatisfy { $0.contains("NotFound") } && asked.isEmpty == !isKeyThere, "\(asked)")
        }
        #expect(house.providers[1].provider.log.lines.contains { $0.contains("/policy/") }, "who was named is asked")
      }
    }
  }

  @Test(
    "C-53: a set-up that was begun here is exported, and finished on another computer",
    .timeLimit(.minutes(10)))
  func carried() async throws {
    let state = place("state.json"), nonsense = place("nonsense.json")
    try Data("[]".utf8).write(to: URL(filePath: nonsense))
    defer { for file in [state, nonsense] { try? FileManager.default.removeItem(atPath: file) } }
    try await EscrowHousehold.with { house in
      try await house.makeAccount(writing: EscrowWalkTests.entry)
      let nothing = try await house.run("escrow", "export", state)
      #expect(
        nothing.status == 1 && nothing.errors.contains("Nothing of that is unfinished here.")
          && !FileManager.default.fileExists(atPath: state))
      var visit = try await house.beginSetUp()
      try await visit.identify()
      try await visit.addQuestion()
      try await visit.find("Remove: Security question: ")
      try await visit.kill()
      #expect(try await house.run("escrow", "export", state).status == 0)
      let written = try Data(contentsOf: URL(filePath: state)),
        fields = try JSONSerialization.jsonObject(with: written) as? [String: Any]
      #expect(
        try mode(state) == 0o600 && fields?["reducer_type"] as? String == "backup"
          && fields?["selected_country"] as? String == "ch")
      let twice = try await house.run("escrow", "export", state)
      #expect(
        try twice.status == 1 && twice.errors.contains("is there already")
          && Data(contentsOf: URL(filePath: state)) == written)

      try await house.loseEverything(but: "hands/pairings.json")
      let wrong = try await house.run("escrow", "import", nonsense)
      #expect(
        wrong.status == 1
          && wrong.errors
            == "latchstring: That is not a state of GNU Anastasis or of this program, or a part of it cannot be read.\n"
      )
      let taken = try await house.run("escrow", "import", state)
      #expect(taken.status == 0 && taken.output == "Taken. latchstring escrow backup goes on from there.\n")
      let again = try await house.run("escrow", "import", state)
      #expect(again.status == 1 && again.errors.contains("With --replace it is forgotten"))
      #expect(try await house.run("escrow", "import", "--replace", state).status == 0)
      visit = try await house.beginSetUp()
      try await visit.choose("Go on")
      try await visit.find("Remove: Security question: ")
      #expect(visit.plain.contains(TerminalVisit.question))
      try await visit.addAddresses()
      _ = try await visit.addClock()
      try await house.pay(in: visit)
      try await visit.seal()
      #expect(try await house.status().standings.count == 3)
    }
  }
}
