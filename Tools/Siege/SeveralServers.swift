import Foundation
import SeededNumbers
import TestProgram
import TestSite

/// Three servers behind a proxy, with a PostgreSQL that has a standby.
struct SeveralServers {
  let databases: DatabasePair
  let servers: [SiegeServer]
  let proxy: Proxy

  init(in place: Place) async throws {
    databases = try await DatabasePair(in: place)
    try await databases.begin()
    let port = try FreePort.find(), first = try FreePort.find(row: 3)
    var servers: [SiegeServer] = []
    for index in 0..<3 {
      servers.append(
        try await SiegeServer(
          "server\(index + 1)", in: place, port: first + index, origin: port, database: databases.url()))
    }
    self.servers = servers
    try await run([TestProgram.latchstring, "database", "migrate", "--config", servers[0].config])
    try await servers[0].start()
    try await wait(until: "the first server has made the site's key") {
      FileManager.default.fileExists(atPath: SiegeServer.auditKey(in: place))
    }
    for server in servers.dropFirst() { try await server.start() }
    proxy = try await Proxy(in: place, port: port, servers: servers.map(\.port))
    try await answer()
  }

  /// Waits until each of them answers.
  func answer() async throws {
    for server in servers {
      var visitor = Visitor(port: server.port)
      visitor.host = "latchstring.localhost:\(proxy.port)"
      try await wait(until: "\(server.config) answers") { (try? await visitor.get("/healthz").status) == 200 }
    }
  }

  func besiege(for time: Duration, seed: UInt64, _ report: inout Report) async throws {
    let ledger = Ledger(), counters = CounterWatch(), end = ContinuousClock.now + time
    let keeping = Task { [servers] in await Self.lookAfter(servers) }
    let watching = Task { [databases] in await counters.look(at: databases) }
    defer { keeping.cancel(); watching.cancel() }
    async let crowd = Crowd(name: "person", site: proxy.port, seed: seed, ledger: ledger).live(until: end)
    var troubles = Troubles(databases: databases, servers: servers, ledger: ledger, seed: seed)
    try await troubles.befall(until: end - .seconds(2))
    let accounts = try await crowd
    tell("  The troubles are over; the ledger is held against the database.")
    try await answer()
    try await wait(.seconds(10), until: "the audit log is chained") {
      try await databases.ask("SELECT COUNT(*) FROM audit_waiting") == [["0"]]
    }
    let told = ledger.all, judgement = try await Judgement(told, accounts) { try await databases.ask($0) }
    let audit = try await TestProgram.latchstring(["audit", "verify", "--config", servers[0].config]).run()
    let check = try await TestProgram.latchstring(["database", "check", "--config", servers[0].config]).run()
    let doors = await Doors.tried(accounts, at: proxy.port)
    report.head("three servers behind nginx, PostgreSQL with a synchronous standby, \(time.inSeconds)")
    report.judge(told, judgement, doors)
    report.judgeNone("signature counters that fell", counters.fallen.sorted())
    report.judgeNone("accounts whose entries are not numbered without gaps", judgement.numbers)
    report.judgeAudit((audit.status, audit.output))
    report.judge("latchstring database check", "status \(check.status)", wanted: "status 0", check.status == 0)
    await judge(troubles, &report)
  }

  private func judge(_ troubles: Troubles, _ report: inout Report) async {
    let failover = troubles.longestFailover
    report.judge("longest failover", failover.inSeconds, wanted: "at most 10 s", failover <= .seconds(10))
    var falls = 0
    for server in servers { falls += await server.falls }
    report.judge("servers that ended by themselves", falls, wanted: "0", falls == 0)
    report.judgeTried("servers killed", troubles.counts[.killServer] ?? 0)
    report.judgeTried("servers paused", troubles.counts[.pauseServer] ?? 0)
    report.judgeTried("times all connections to the database were cut", troubles.counts[.cutConnections] ?? 0)
    report.judgeTried("times the database was paused", troubles.counts[.pauseDatabase] ?? 0)
    report.judgeTried("promotions", troubles.counts[.promote] ?? 0)
    if databases.smallDisk == nil {
      report.tell("times the disk was full", "not possible here: no disk may be mounted")
    } else {
      report.judgeTried("times the disk was full", troubles.counts[.fillDisk] ?? 0)
    }
  }

  static func lookAfter(_ servers: [SiegeServer]) async {
    while !Task.isCancelled {
      for server in servers { try? await server.lookAfter() }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }

  func stop() async {
    proxy.stop()
    for server in servers { await server.kill() }
    databases.stop()
  }
}
