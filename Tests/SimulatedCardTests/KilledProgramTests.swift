import Foundation
import SeededNumbers
import SimulatedCard
import TestProgram
import Testing

/// The program that simulates the card is killed (SIGKILL) while it works.
@Suite struct KilledProgramTests {
  /// The number of rounds that end at a random moment.
  private static let atRandom = 37

  @Test("latchstring card simulate, killed at random, never answers more than three wrong PINs")
  func killed()
    async throws
  {
    let folder = try Folder(), path = folder.file("card")
    nonisolated(unsafe) let slot = try ReaderSlot()
    let pairing: (index: UInt8, key: [UInt8])
    do { pairing = try #require(Terminal.ready(try SimulatedCard(file: CardFile(path)), isVerified: false)).pairing }
    var generator = SeededNumbers(seed: 5)
    var (told, left) = (0, 3)
    for round in 0..<Self.atRandom + 3 where left > 0 {
      nonisolated(unsafe) let terminal = Terminal(answer: { slot.exchange($0) ?? [0x6F, 0] })
      let opened = Self.aside { slot.accept() && terminal.open(pairing) }
      let program = try await RunningProgram(
        .latchstring(["card", "simulate", "--reader-port", "\(slot.port)", "--state", path]))
      #expect(await opened.first { _ in true } == true)
      let body = terminal.sealed(0x20, 0, 0, Array("000000".utf8))
      slot.send([0x80, 0x20, 0, 0, UInt8(body.count)] + body)
      // The kill comes anywhere between the first instruction and long after the answer. On a busy machine, it may come
      // before the answer every time: the last three rounds wait for the answer, however long it takes, so that they
      // use up the tries that are left.
      var answer: [UInt8]?
      if round < Self.atRandom {
        usleep(UInt32.random(in: 0...UInt32(200 + 200 * round), using: &generator))
      } else {
        answer = slot.receive()
      }
      program.send(SIGKILL)
      #expect(try await program.ended() == 128 + SIGKILL)
      answer = answer ?? slot.receive()
      if let answer, answer.count > 2 { told += 1 }
      let after = Terminal(try SimulatedCard(file: CardFile(path)))
      try #require(after.open(pairing))
      let now = Int(try #require(after.status())[0])
      #expect(now <= left, "No try comes back.")
      left = now
      #expect(told <= 3 - left, "Each answer has cost a try.")
    }
    #expect(left == 0, "Three answers block the card.")
  }

  /// Runs on a separate thread: the program waits for its reader's first message, and this process may be busy.
  private static func aside(_ work: @escaping @Sendable () -> Bool) -> AsyncStream<Bool> {
    let (stream, done) = AsyncStream<Bool>.makeStream()
    Thread.detachNewThread {
      done.yield(work())
      done.finish()
    }
    return stream
  }

  @Test("one sentence explains a missing reader, a damaged file or a different version") func sentences()
    async throws
  {
    let folder = try Folder(), path = folder.file("card")
    #expect(try await run("--reader-port", "1").contains("There is no virtual reader on port 1."))
    try Data("{}".utf8).write(to: URL(filePath: path))
    #expect(try await run("--reader-port", "1", "--state", path).contains("The card's file is damaged."))
    #expect(try await run("--reader-port", "1", "--applet", "2.0").contains("--applet"))
  }

  @Test("an unwritable file is reported each time, and the card remains unchanged") func unwritable()
    async throws
  {
    let folder = try Folder(), path = folder.file("cards/card"), parent = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    nonisolated(unsafe) let slot = try ReaderSlot()
    nonisolated(unsafe) let terminal = Terminal(answer: { slot.exchange($0) ?? [0x6F, 0] })
    let pairing: (index: UInt8, key: [UInt8])
    do { pairing = try #require(Terminal.ready(try SimulatedCard(file: CardFile(path)), isVerified: false)).pairing }
    let opened = Self.aside { slot.accept() && terminal.open(pairing) }
    let screen = try await PseudoTerminal(
      .latchstring(["card", "simulate", "--reader-port", "\(slot.port)", "--state", path]), columns: 120)
    #expect(await opened.first { _ in true } == true)
    try await screen.wait(for: "Control-C.")
    try FileManager.default.moveItem(atPath: parent, toPath: parent + ".away")
    let before = terminal.status()
    #expect(terminal.verify() == 0x6581 && terminal.status() == before)
    try await screen.wait(for: "again.")
    let lines = screen.seen.split(separator: "\r\n"),
      said = screen.seen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said.contains("\(path): The card's file cannot be written. The card refuses what it cannot keep there. See that"),
      "\(said)")
    #expect(lines.allSatisfy { $0.count <= 120 }, "\(lines)")
    try FileManager.default.moveItem(atPath: parent + ".away", toPath: parent)
    #expect(terminal.verify() == 0x9000)
    screen.send(SIGTERM)
    _ = try await screen.ended()
  }

  private func run(_ arguments: String...) async throws -> String {
    let ended = try await TestProgram.latchstring(["card", "simulate"] + arguments).run()
    #expect(ended.status != 0)
    return ended.errors
  }
}

/// The reader's side of a slot (vpcd), controlled by a test: it waits for a card's connection and exchanges lengths and
/// bodies.
final class ReaderSlot {
  let port: Int
  private let listening: Int32
  private var connection: Int32 = -1

  init() throws {
    listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in(), length = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = listening
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    try #require(isListening)
  }
  deinit {
    close(listening)
    close(connection)
  }

  func accept() -> Bool {
    close(connection)
    connection = Foundation.accept(listening, nil, nil)
    return connection >= 0 && fcntl(connection, F_SETFD, FD_CLOEXEC) == 0
  }
  func send(_ body: [UInt8]) {
    let message = [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    _ = Foundation.send(connection, message, message.count, Int32(MSG_NOSIGNAL))
  }
  /// `nil` if the card is gone before the whole message has arrived.
  func receive() -> [UInt8]? { receive(2).flatMap { receive(Int($0[0]) << 8 | Int($0[1])) } }
  func exchange(_ body: [UInt8]) -> [UInt8]? {
    send(body)
    return receive()
  }
  private func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count), filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { recv(connection, $0.baseAddress.map { $0 + filled }, count - filled, 0) }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }
}
