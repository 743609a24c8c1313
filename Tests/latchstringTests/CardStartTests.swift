import Foundation
import SimulatedCard
import TerminalSurface
import TestProgram
import TestReader
import Testing
import VirtualReaders

/// The messages of `latchstring card` when it cannot start.
@Suite struct CardStartTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path

  private func object(_ arguments: String...) async throws -> (status: Int32, code: String?, message: String) {
    let result = try await Program.run(["card"] + arguments + ["--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    return (result.status, object["code"] as? String, object["message"] as? String ?? "")
  }

  @Test("A rehearsal card that another program is using is reported as in use") func inUse() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/card", card = try SimulatedCard(file: CardFile(file))
    defer { withExtendedLifetime(card) {} }
    let result = try await object("status", "--rehearsal-file", file, "--data", folder)
    #expect(result.status == 3 && result.code == "in-use")
    let sentence =
      "The rehearsal card is in use by another program (Latchstring itself, if it is open). Close it, then try again."
    #expect(result.message == sentence)
  }

  @Test("A damaged or inaccessible rehearsal card file is reported as such") func damaged()
    async throws
  {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("{}".utf8).write(to: URL(filePath: folder + "/card"))
    let damaged = try await object("status", "--rehearsal-file", folder + "/card", "--data", folder)
    #expect(damaged.status == 1 && damaged.code == "damaged" && damaged.message.contains("The card's file is damaged."))
    let nowhere = try await object("status", "--rehearsal-file", folder + "/no/card", "--data", folder)
    #expect(
      nowhere.status == 1 && nowhere.code == "inaccessible" && nowhere.message.hasSuffix(CardResult.seeToFile.english))
  }

  @Test(
    "Beside a file that is no card's, or for a refused order, nothing is made; folders are told")
  func nothingMade()
    async throws
  {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("root:x:0:0\n".utf8).write(to: URL(filePath: folder + "/passwd"))
    #expect(
      try await object("status", "--rehearsal-file", folder + "/passwd", "--data", folder + "/data").code == "damaged")
    let place = try await object("status", "--rehearsal-file", folder, "--data", folder + "/data")
    #expect(place.status == 1 && place.message == "\(folder): This is a folder. Name a file in it.")
    #expect(!FileManager.default.fileExists(atPath: folder + ".lock"))
    let refused = try await object("reset", "--rehearsal-file", folder + "/third", "--data", folder + "/data")
    #expect(refused.status == 2 && refused.code == "notConfirmed")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "data" } == ["passwd"])
  }

  @Test("One object is printed even if arguments or settings are unusable") func oneObject() async throws {
    for arguments in [["status", "--nonsense"], ["sign"], ["nonsense"], []] {
      let result = try await Program.run(["card"] + arguments + ["--json"])
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(arguments)")
      #expect(result.status == 64 && object["code"] as? String == "usage")
    }
    let result = try await object("status", "--config", "/no/such/file")
    #expect(
      result.status == 1 && result.code == "setting"
        && result.message == "There is no configuration file /no/such/file.")
    #expect(try await Program.run("card", "status", "--json", "--help").output.contains("USAGE"))
  }

  @Test(
    "The help of a command names each of its options once",
    arguments: [
      ["card", "simulate"], ["card", "init"], ["card", "sign"], ["home"], ["hands"], ["serve"], ["provider"],
      ["keys", "pin"],
    ])
  func help(_ command: [String]) async throws {
    let text = try await Program.run(command + ["--help"]).output
    let options = text.split(separator: "\n").compactMap { $0.firstMatch(of: /^  (--[a-z-]+)/)?.1 }
    #expect(options.contains("--version") && Set(options).count == options.count, "\(options)")
  }

  @Test("An unknown reader name is reported with the available names", .timeLimit(.minutes(5))) func reader()
    async throws
  {
    let reader = try TestReader()
    defer { reader.stop() }
    func status(_ name: String) async throws -> TestProgram.Outcome {
      try await TestProgram.latchstring(
        ["card", "status", "--json", "--data", folder, "--reader", name], environment: reader.environment
      ).run()
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let wrong = try await status("Foo")
    #expect(wrong.status == 3 && wrong.output.contains(#""code":"noReader""#))
    for name in ["Foo"] + reader.names { #expect(wrong.output.contains("“\(name)”")) }
    #expect(try await status(reader.names[0]).output.contains(#""code":"noCard""#))
  }

  @Test(
    "A played card is announced once a reader talks to it; without one its program ends",
    .timeLimit(.minutes(5)))
  func simulate() async throws {
    let reader = try TestReader()
    defer { reader.stop() }
    try reader.slots[0].insert(VirtualCard(SimulatedCard()))
    #expect(await reader.slots[0].hasMetCard(within: .seconds(60)))
    for _ in 0..<3 {  // the second waits in the reader's queue, and the third not even there
      let another = try await Program.run(["card", "simulate", "--reader-port", "\(reader.ports[0])"])
      #expect(another.status == 1 && another.output.isEmpty)
      #expect(another.errors == "latchstring: There is a card in that reader already, or nothing listens to it.\n")
    }

    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let program = try await RunningProgram(
      .latchstring(["card", "simulate", "--reader-port", "\(reader.ports[1])"]),
      output: output.fileHandleForWriting.fileDescriptor)
    try await said.wait(for: "lies in the reader on port \(reader.ports[1]).")
    program.send(SIGTERM)
    _ = try await program.ended()
  }
}
