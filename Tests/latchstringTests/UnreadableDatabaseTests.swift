import Foundation
import Store
import TestProgram
import TestSite
import Testing

/// `latchstring` beside a database that it must not write to.
@Suite struct UnreadableDatabaseTests {
  @Test("home and serve do not start on an emptied database, and say so in one sentence") func emptied() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "hands"), withIntermediateDirectories: true)
    let file = folder.appending(path: "latchstring.sqlite").path
    try Data().write(to: URL(filePath: file))
    let sentence = "latchstring: The database cannot be opened: \(file) is empty, and other things stand beside it. "
    for command in ["home", "serve"] {
      let result = try await Program.shell(
        "latchstring \(command) --data '\(folder.path)'",
        environment: ["LATCHSTRING_PORT": "\(try FreePort.find())", "LATCHSTRING_RP_ID": "example.org"])
      #expect(result.status != 0 && result.errors.hasPrefix(sentence), "\(command) \(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(FileManager.default.contents(atPath: file) == Data())
  }

  @Test(
    "a site and a provider that were open once begin no database anew, even in an empty folder",
    arguments: ["serve", "provider"], [false, true])
  func lost(command: String, isRemoved: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (name, greeting) = command == "serve" ? ("latchstring", "Latchstring serves") : ("provider", "Everything is in")
    let program = TestProgram.latchstring(
      [command, "--data", folder.path],
      environment: [
        "LATCHSTRING_PORT": "\(try FreePort.find())", "LATCHSTRING_RP_ID": "example.org",
        "LATCHSTRING_PROVIDER_NAME": "Friend",
      ])
    let first = Pipe(), running = try await RunningProgram(program, output: first.fileHandleForWriting.fileDescriptor)
    try first.fileHandleForWriting.close()
    try await TextReader(first.fileHandleForReading.fileDescriptor).wait(for: greeting)
    running.send(SIGTERM)
    _ = try await running.ended()
    let file = folder.appending(path: "\(name).sqlite").path
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.allSatisfy { $0.hasPrefix("\(name).sqlite") || $0 == "audit.key" }, "\(left)")
    if isRemoved { try FileManager.default.removeItem(atPath: file) } else { try Data().write(to: URL(filePath: file)) }
    let second = Pipe(), said = TextReader(second.fileHandleForReading.fileDescriptor)
    let refused = try await RunningProgram(
      program, output: second.fileHandleForWriting.fileDescriptor, errors: second.fileHandleForWriting.fileDescriptor)
    try second.fileHandleForWriting.close()
    try await said.wait(for: "\(file) is \(isRemoved ? "missing" : "empty"), and had something in it. Move ")
    #expect(await said.waitForEnd())
    #expect(try await refused.ended() != 0 && said.seen.split(separator: "\n").count == 1, "\(said.seen)")
  }
}
