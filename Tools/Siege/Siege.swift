import Foundation

/// A siege that a site must survive: real servers, a real proxy and real databases, people with software keys who act all
/// the while, and troubles that a machine room knows. What people were told is then held against the database.
///
///     Siege [SECONDS]
///
/// `LATCHSTRING_SIEGE_SEED` names the seed of a siege to be repeated. The exit status is 1 if a line of the table falls
/// short, and 2 if something is missing that the siege needs.
@main struct Siege {
  static func main() async {
    guard RealParts.missing.isEmpty else {
      fail("the siege needs what is missing here: apt-get install \(RealParts.missing.joined(separator: " "))")
    }
    let seconds = CommandLine.arguments.dropFirst().first.map { Int($0) } ?? 600
    guard let seconds, seconds >= 60 else { fail("it is Siege [SECONDS], with at least 60 seconds.") }
    let given = ProcessInfo.processInfo.environment["LATCHSTRING_SIEGE_SEED"].flatMap { UInt64($0) }
    do {
      let report = try await besiege(seconds: seconds, seed: given ?? .random(in: 1...999_999))
      report.write()
      exit(report.table.fallsShort ? 1 : 0)
    } catch { fail("\(error)") }
  }

  /// A fifth of the time is for one server with its file.
  private static func besiege(seconds: Int, seed: UInt64) async throws -> Report {
    tell("Seed \(seed), \(seconds) seconds. The parts are started.")
    let place = try Place(), site = try await SeveralServers(in: place)
    var report = Report()
    do {
      tell("Three servers, a proxy and two databases run.")
      try await site.besiege(for: .seconds(seconds * 4 / 5), seed: seed, &report)
      for server in site.servers { await server.kill() }
      tell("One server with its file.")
      try await OneServer(in: place, databases: site.databases)
        .besiege(for: .seconds(seconds / 5), seed: seed, &report)
      for server in site.servers { try await server.start() }
      try await site.answer()
      tell("Two primaries, which must never be.")
      try await Wrongly(site: site, waits: true).show(seed: seed, &report)
      try await site.databases.attach()
      try await Wrongly(site: site, waits: false).show(seed: seed, &report)
    } catch {
      await site.stop()
      throw error
    }
    await site.stop()
    withExtendedLifetime(place) {}
    return report
  }

  private static func fail(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("siege: \(sentence)\n".utf8))
    exit(2)
  }
}
