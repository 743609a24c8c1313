import Foundation
import SeededNumbers
import SimulatedCard
import Synchronization
import Testing

@Suite struct MemoryTests {
  @Test("a card restored from a file has every code, counter, pairing, key, path and datum")
  func roundTrip() throws {
    let folder = try Folder(), path = folder.file("card")
    var before: [Answer] = []
    var pairing: (index: UInt8, key: [UInt8]) = (0, [])
    do {
      let card = try SimulatedCard(file: CardFile(path))
      let terminal = try #require(Terminal.ready(card))
      #expect(try terminal.secure(0xD0, 3, 0, seed(Phrase.about))?.status == 0x9000)
      #expect(terminal.secure(0xD1, 0, 0, [0, 0, 0, 7])?.status == 0x9000)
      #expect(terminal.secure(0xC1, 0, 0, [0, 0, 0, 8])?.status == 0x9000)
      for place in UInt8(0)...2 { #expect(terminal.secure(0xE2, place, 0, [0, 2, 3, place])?.status == 0x9000) }
      _ = terminal.verify("000000")
      pairing = terminal.pairing
      before = facts(terminal)
    }
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let terminal = Terminal(try SimulatedCard(file: CardFile(path)))
    #expect(facts(terminal) == before)
    #expect(terminal.open(pairing))
    #expect(terminal.status() == [2, 5, 0xFF])
    #expect(terminal.secure(0xF2, 1)?.text == [0, 0, 0, 7])
    #expect(terminal.verify() == 0x9000)
    #expect(terminal.secure(0xC0, 1, 0, [UInt8](repeating: 1, count: 32) + [0, 0, 0, 8])?.status == 0x9000)
  }

  private func facts(_ terminal: Terminal) -> [Answer] {
    [[0xA0, 0, 0, 8, 4, 0, 1, 3, 1], [0xA0, 0, 0, 8, 4, 0, 1, 4, 1], Terminal.applet].map { terminal.select($0) }
      + [0, 1, 2].map { terminal.send(0xCA, $0) }
  }

  @Test("a blank card and each version are restored unchanged", arguments: AppletVersion.allCases) func versions(
    version: AppletVersion
  ) throws {
    let folder = try Folder(), path = folder.file("card")
    let first = try Terminal(SimulatedCard(file: CardFile(path), version: version)).select()
    let again = try SimulatedCard(file: CardFile(path))
    #expect(again.version == version)
    #expect(Terminal(again).select() == first)
  }

  @Test("a version other than the file's is rejected") func anotherVersion() throws {
    let folder = try Folder(), path = folder.file("card")
    _ = try SimulatedCard(file: CardFile(path), version: .three1)
    expect(.anotherVersion) { _ = try SimulatedCard(file: CardFile(path), version: .three2) }
  }

  @Test("a damaged file is reported, wherever the damage is, and remains unchanged") func damaged() throws {
    let folder = try Folder(), path = folder.file("card")
    do { _ = try #require(Terminal.ready(try SimulatedCard(file: CardFile(path)))) }
    let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
    var generator = SeededNumbers(seed: 4)
    for round in 0..<300 {
      var bytes = whole
      switch round % 3 {
      case 0: bytes.removeLast(Int.random(in: 1...whole.count, using: &generator))
      case 1:
        bytes[Int.random(in: 0..<whole.count, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      default:
        bytes.insert(
          UInt8.random(in: 0...255, using: &generator), at: Int.random(in: 0...whole.count, using: &generator))
      }
      try Data(bytes).write(to: URL(filePath: path))
      expect(.damaged) { _ = try SimulatedCard(file: CardFile(path)) }
      #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == bytes)
    }
  }

  @Test(
    "a file that is another's, with a digest that is right, is damaged too",
    arguments: ["", "{}", "[]", #"{"format":"latchstring-simulated-card-1"}"#])
  func foreign(text: String) throws {
    let folder = try Folder(), path = folder.file("card")
    let digest = Terminal.hash(Array(text.utf8)).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    try Data("\(text)\n\(digest)\n".utf8).write(to: URL(filePath: path))
    expect(.damaged) { _ = try SimulatedCard(file: CardFile(path)) }
  }

  @Test("a card file can be in use only once at a time, and a missing folder is reported") func oneAtATime() throws {
    let folder = try Folder(), path = folder.file("card")
    let card = try SimulatedCard(file: CardFile(path))
    expect(.inUse) { _ = try CardFile(path) }
    expect(.inaccessible) { _ = try CardFile(folder.file("nowhere/card")) }
    withExtendedLifetime(card) {}
  }

  private func expect(
    _ code: SimulatedCardError.Code, _ work: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      try work()
      Issue.record("It went well.", sourceLocation: sourceLocation)
    } catch { #expect((error as? SimulatedCardError)?.code == code, sourceLocation: sourceLocation) }
  }
}

/// A test's own folder, removed afterwards.
final class Folder {
  let path: String
  init() throws {
    path = NSTemporaryDirectory() + "latchstring-card-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
  func file(_ name: String) -> String { path + "/" + name }
}
