import Encoding
import Foundation
import SimulatedCard
import TestProgram
import TestReader
import Testing
import VirtualReaders

/// Third-party programs, unmodified, through the real smart-card daemon: they see a card.
@Suite struct ForeignClientTests {
  @Test(
    "another project's Keycard client sets a card up and uses it to the end",
    arguments: AppletVersion.allCases.dropFirst())
  func pythonClient(version: AppletVersion) async throws {
    let reader = try await Self.reader(with: SimulatedCard(version: version))
    defer { withExtendedLifetime(reader) {} }
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Foreign/keycard_client.py").path
    let said = try await run(
      python + [script, try Self.client.get(), Hex.encode(try seed(Phrase.about)), "m/43'/60'/1581'/0'/0"],
      reader.environment)
    let document = try JSONDocument(Array(said.utf8))
    func value(_ name: StaticString) -> String? {
      document.member(name, of: document.root).map { String(decoding: document.bytes[$0.range], as: UTF8.self) }
    }
    let free = version.pairingSlotCount
    #expect(value("blank") == "[false, 65]")
    #expect(value("blankReset") == "6D00")
    #expect(value("identity") == "33" || value("identity") == "65")
    #expect(value("version") == (version == .three2 ? "[3, 2]" : "[3, 1]"))
    #expect(value("slot") == "0")
    #expect(value("freeSlots") == "[\(free), \(free - 1), \(free)]")
    #expect(value("wrongPin") == "false")
    #expect(value("afterWrongPin")?.contains("\"pin_retry_count\": 2") == true)
    #expect(value("rightPin") == "true")
    #expect(value("status")?.contains("\"pin_retry_count\": 3") == true)
    #expect(value("unknownCommand") == "6D00")
    #expect(value("words") == "12")
    #expect(value("keyUID") == "16f5b9c7657df5e0b45016292d852a36622fb39b63c28017ccf21633270858f1")
    #expect(value("generatedIsAnother") == "true")
    #expect(value("publicKey")?.hasPrefix("0437b0bb7a8288d38ed49a52") == true)
    #expect(value("privateKey") == "32")
    #expect(value("walletPrivateKey") == "6985")
    #expect(value("signed") == "true")
    #expect(value("signedByWallet") == "true")
    #expect(value("path") == "[\(0x8000_0000 + 44), \(0x8000_0000 + 60), \(0x8000_0000), 0, 0]")
    #expect(value("oldPin") == "[false, false, \"PIN is blocked\"]")
    #expect(value("unblocked")?.hasPrefix("[true, ") == true)
    #expect(value("unpaired") == "6A86")
    #expect(value("resetIsBlank") == "true")
    #expect(value("uidIsAnother") == "true")
  }

  @Test("opensc-tool sees the answer to reset and receives the card's answers") func openSC() async throws {
    let reader = try await Self.reader(with: SimulatedCard())
    defer { withExtendedLifetime(reader) {} }
    let atr = try await run(["/usr/bin/env", "opensc-tool", "-r", "0", "-a"], reader.environment)
    #expect(hex(atr) == AnswerToReset.bytes)
    let said = try await run(
      [
        "/usr/bin/env", "opensc-tool", "-r", "0", "-s", "00:A4:04:00:09:A0:00:00:08:04:00:01:01:01", "-s",
        "80:FD:AA:55",
      ], reader.environment)
    #expect(said.contains("(SW1=0x90, SW2=0x00)") && said.contains("80 41 04"))
    #expect(said.contains("(SW1=0x6D, SW2=0x00)"))
  }

  /// A daemon that has detected the card in its first slot.
  private static func reader(with card: SimulatedCard) async throws -> TestReader {
    let reader = try TestReader()
    try reader.slots[0].insert(VirtualCard(card))
    _ = try await reader.seen { $0.readers.first(where: \.isPresent) }
    return reader
  }

  /// The folder where `scripts/setup tests` puts the client, unless `LATCHSTRING_PYTHON_KEYCARD` names a different one.
  private static let client = Result { () throws -> String in
    let environment = ProcessInfo.processInfo.environment
    let caches = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "") + "/.cache"
    let folder = environment["LATCHSTRING_PYTHON_KEYCARD"] ?? caches + "/latchstring-tests/keycard==0.4.0"
    guard FileManager.default.fileExists(atPath: folder + "/keycard/keycard.py") else {
      throw Missing("\(folder) is missing: run scripts/setup tests")
    }
    return folder
  }
  private struct Missing: Error, CustomStringConvertible {
    let description: String
    init(_ sentence: String) { description = sentence }
  }

  /// The system's own Python if there is one: a different one on PATH does not see what Debian installs.
  private var python: [String] {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
      ? ["/usr/bin/python3"] : ["/usr/bin/env", "python3"]
  }

  /// The output of a program. If the program fails, so does the test, with the program's message.
  private func run(_ command: [String], _ environment: [String: String]) async throws -> String {
    let ran = try await TestProgram(command, environment: environment).run()
    #expect(ran.status == 0, "\(ran.output)\(ran.errors)")
    return ran.output
  }
}
