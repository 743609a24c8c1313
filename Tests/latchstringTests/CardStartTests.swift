import Foundation
import LocalHands
import SimulatedCard
import TestReader
import Testing

/// What `latchstring card` says where it cannot begin.
@Suite struct CardStartTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path

  private func object(_ arguments: String...) throws -> (status: Int32, code: String?, message: String) {
    let result = try Program.run(["card"] + arguments + ["--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    return (result.status, object["code"] as? String, object["message"] as? String ?? "")
  }

  @Test("A rehearsal card that another program plays is said to be in use") func inUse() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/card", card = try SimulatedCard(file: CardFile(file))
    defer { withExtendedLifetime(card) {} }
    let result = try object("status", "--rehearsal-file", file, "--data", folder)
    #expect(result.status == 3 && result.code == "in-use")
    let sentence = "The rehearsal card is in use by another program (Latchstring itself, if it is open). Close it, then try again."
    #expect(result.message == sentence)
  }

  @Test("A rehearsal card's file that is damaged, or that cannot be reached, is said to be that") func damaged() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("{}".utf8).write(to: URL(filePath: folder + "/card"))
    let damaged = try object("status", "--rehearsal-file", folder + "/card", "--data", folder)
    #expect(damaged.status == 1 && damaged.code == "damaged" && damaged.message.contains("The card's file is damaged."))
    let nowhere = try object("status", "--rehearsal-file", folder + "/no/card", "--data", folder)
    #expect(nowhere.status == 1 && nowhere.code == "inaccessible")
  }

  @Test("One object is printed also where arguments or settings cannot be used") func oneObject() throws {
    for arguments in [["status", "--nonsense"], ["sign"], ["nonsense"], []] {
      let result = try Program.run(["card"] + arguments + ["--json"])
      let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(arguments)")
      #expect(result.status == 64 && object["code"] as? String == "usage")
    }
    let result = try object("status", "--config", "/no/such/file")
    #expect(result.status == 1 && result.code == "setting" && result.message == "The configuration file /no/such/file cannot be read as JSON.")
    #expect(try Program.run("card", "status", "--json", "--help").output.contains("USAGE"))
  }

  @Test("A reader's name that is none is answered with the names that there are", .timeLimit(.minutes(1))) func reader() throws {
    let reader = try TestReader()
    defer { reader.stop() }
    let program = "PCSCLITE_CSOCK_NAME='\(reader.place.socket)' '\(Program.file.path)' card status --json --data '\(folder)' --reader"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let wrong = try Program.shell("\(program) Foo")
    #expect(wrong.status == 3 && wrong.output.contains(#""code":"noReader""#))
    for name in ["Foo"] + reader.names { #expect(wrong.output.contains("“\(name)”")) }
    #expect(try Program.shell("\(program) '\(reader.names[0])'").output.contains(#""code":"noCard""#))
  }

  @Test("A played card that no reader talks to is not announced, and its program ends; one that a reader talks to is", .timeLimit(.minutes(1)))
  func simulate() async throws {
    let reader = try TestReader()
    defer { reader.stop() }
    try reader.slots[0].insert(VirtualCard(SimulatedCard()))
    #expect(await reader.slots[0].hasMetCard(within: .seconds(10)))
    let second = try await Program.runAside(["card", "simulate", "--reader-port", "\(reader.ports[0])"])
    #expect(second.status == 1 && second.output.isEmpty)
    #expect(second.errors == "latchstring: There is a card in that reader already, or nothing listens to it.\n")

    let program = Process(), output = Pipe()
    (program.executableURL, program.standardOutput) = (Program.file, output)
    program.arguments = ["card", "simulate", "--reader-port", "\(reader.ports[1])"]
    try program.run()
    defer { program.terminate() }
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("lies in the reader on port \(reader.ports[1])."))
  }
}
