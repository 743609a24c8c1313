import Foundation
import SeededNumbers
import TestProgram
import TestSite

/// One server with its file.
struct OneServer {
  let server: SiegeServer
  /// The settings of a site with the same accounts in PostgreSQL, where the same questions can be asked.
  private let copy: SiegeServer
  private let databases: DatabasePair
  private static let database = "from_file"

  init(in place: Place, databases: DatabasePair) async throws {
    let port = try FreePort.find(row: 2)
    self.databases = databases
    server = try await SiegeServer("file", in: place, port: port, origin: port, database: nil)
    copy = try await SiegeServer(
      "copy", in: place, port: port + 1, origin: port, database: databases.url(Self.database))
  }

  private func answer() async throws {
    do {
      try await wait(until: "the server with its file answers") {
        (try? await Visitor(port: server.port).get("/healthz").status) == 200
      }
    } catch {
      let said = (try? String(contentsOfFile: server.output, encoding: .utf8)) ?? ""
      throw SiegeError("\(error) It said last: \(said.suffix(600))")
    }
  }

  func besiege(for time: Duration, seed: UInt64, _ report: inout Report) async throws {
    try await server.start()
    try await answer()
    let ledger = Ledger(), end = ContinuousClock.now + time
    let keeping = Task { [server] in await SeveralServers.lookAfter([server]) }
    defer { keeping.cancel() }
    async let crowd = Crowd(name: "guest", site: server.port, seed: seed, ledger: ledger).live(until: end)
    let (kills, pauses) = try await befall(until: end - .seconds(1), seed: seed)
    let accounts = try await crowd
    tell("  The troubles are over; the ledger is held against the file.")
    let told = ledger.all, judgement = try await judge(told, accounts)
    let audit = try await TestProgram.latchstring(["audit", "verify", "--config", server.config]).run()
    try await server.start()
    try await answer()
    let doors = await Doors.tried(accounts, at: server.port)
    report.head("one server with its file, \(time.inSeconds)")
    report.judge(told, judgement, doors)
    report.judgeAudit((audit.status, audit.output))
    let falls = await server.falls
    report.judge("times it ended by itself", falls, wanted: "0", falls == 0)
    report.judgeTried("times it was killed", kills)
    report.judgeTried("times it was paused", pauses)
    await server.kill()
  }

  private func befall(until end: ContinuousClock.Instant, seed: UInt64) async throws -> (kills: Int, pauses: Int) {
    var random = SeededNumbers(seed: seed &+ 1), kills = 0, pauses = 0
    func sleep(_ range: ClosedRange<Int>) async throws {
      try await Task.sleep(for: .milliseconds(Int.random(in: range, using: &random)))
    }
    while ContinuousClock.now < end {
      try await sleep(300...1_500)
      if kills % 3 == 1, pauses <= kills / 3 {
        await server.pause()
        try await sleep(300...1_500)
        await server.goOn()
        pauses += 1
      } else {
        await server.kill()
        try await sleep(50...500)
        try await server.start()
        kills += 1
      }
    }
    return (kills, pauses)
  }

  /// Ends the server, and takes its accounts into PostgreSQL with the program's own command, which compares every row.
  private func judge(_ told: Ledger.Told, _ accounts: [SiegeAccount]) async throws -> Judgement {
    try await answer()
    await server.kill()
    try await databases.makeDatabase(Self.database)
    try await run([TestProgram.latchstring, "database", "migrate", "--config", copy.config])
    let file = URL(filePath: server.config).deletingLastPathComponent().appending(path: "latchstring.sqlite").path
    try await run([TestProgram.latchstring, "database", "copy", "--from", file, "--config", copy.config])
    return try await Judgement(told, accounts) { try await databases.ask($0, in: Self.database) }
  }
}
