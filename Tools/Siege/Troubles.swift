import Foundation
import SeededNumbers

/// What befalls the servers and their database, one trouble after the other, at random moments.
struct Troubles {
  enum Trouble: CaseIterable { case killServer, pauseServer, cutConnections, pauseDatabase, promote, fillDisk }

  let databases: DatabasePair
  let servers: [SiegeServer]
  let ledger: Ledger
  private(set) var random: SeededNumbers
  private(set) var counts: [Trouble: Int] = [:]
  private(set) var longestFailover = Duration.zero
  /// The moments of what happened, for whoever reads what a part said.
  private let begun = ContinuousClock.now

  init(databases: DatabasePair, servers: [SiegeServer], ledger: Ledger, seed: UInt64) {
    self.databases = databases; self.servers = servers; self.ledger = ledger
    random = SeededNumbers(seed: seed)
  }

  /// Goes on until then. Each kind comes once before any comes again.
  mutating func befall(until end: ContinuousClock.Instant) async throws {
    var left: [Trouble] = []
    while ContinuousClock.now < end {
      if left.isEmpty { left = Trouble.allCases.shuffled(using: &random) }
      try await Task.sleep(for: milliseconds(600...2_500))
      let trouble = left.removeLast()
      guard trouble != .fillDisk || databases.smallDisk != nil else { continue }
      say("\(trouble)")
      try await befall(trouble)
      try await databases.settle()
      counts[trouble, default: 0] += 1
    }
  }

  private mutating func befall(_ trouble: Trouble) async throws {
    switch trouble {
    case .killServer:
      let server = servers[Int.random(in: 0..<servers.count, using: &random)]
      await server.kill()
      try await Task.sleep(for: milliseconds(100...2_000))
      try await server.start()
    case .pauseServer:
      let server = servers[Int.random(in: 0..<servers.count, using: &random)]
      await server.pause()
      try await Task.sleep(for: milliseconds(1_000...5_000))
      await server.goOn()
    case .cutConnections: try await databases.cut()
    case .pauseDatabase:
      let node = databases.primary
      try node.pause()
      try await Task.sleep(for: milliseconds(1_000...5_000))
      try node.goOn()
    case .promote: try await promote()
    case .fillDisk: try await fillDisk()
    }
  }

  private mutating func promote() async throws {
    let from = ContinuousClock.now
    try await databases.promote { ledger.watch(from: from) }
    try await wait(.seconds(90), until: "somebody signs in after a promotion") { ledger.watched != nil }
    if let took = ledger.watched {
      say("  somebody signed in after \(took.inSeconds)")
      longestFailover = max(longestFailover, took)
    }
    try await databases.attach()
  }

  /// Fills the primary's disk for some seconds.
  private mutating func fillDisk() async throws {
    guard let disk = databases.smallDisk else { return }
    if !databases.isOnSmallDisk {
      try await promote()
      counts[.promote, default: 0] += 1
    }
    let ballast = disk + "/ballast"
    try Self.fill(ballast)
    try await Task.sleep(for: milliseconds(2_000...4_000))
    try FileManager.default.removeItem(atPath: ballast)
    // Where its log could not be written, it ended, and whoever looks after it starts it again.
    if !databases.primary.isRunning { try await databases.primary.start() }
  }
  private static func fill(_ path: String) throws {
    let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SiegeError("The small disk cannot be filled.") }
    defer { close(file) }
    for size in [1 << 20, 4096] {
      let zeros = [UInt8](repeating: 0, count: size)
      while write(file, zeros, size) == size {}
    }
  }

  private mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &random))
  }
  private func say(_ what: String) { tell("  \((ContinuousClock.now - begun).inSeconds)  \(what)") }
}
