/// A standby is promoted although nobody has stopped the primary. Nothing here is judged: HOSTING says not to do it.
struct Wrongly {
  let site: SeveralServers
  /// `true` if the primary confirms only what its standby has as well.
  let waits: Bool

  func show(seed: UInt64, _ report: inout Report) async throws {
    if !waits { try await site.databases.waitForStandby(false) }
    let ledger = Ledger(), end = ContinuousClock.now + .seconds(24)
    let keeping = Task { [site] in await SeveralServers.lookAfter(site.servers) }
    defer { keeping.cancel() }
    let name = waits ? "waiting" : "hasty"
    async let crowd = Crowd(name: name, site: site.proxy.port, seed: seed, ledger: ledger).live(until: end)
    try await Task.sleep(for: .seconds(3))
    let old = site.databases.primary, before = ledger.all
    try await site.databases.promoteWithoutFencing()
    try await Task.sleep(for: .seconds(6))
    let meanwhile = ledger.all.acknowledged - before.acknowledged
    old.stop()
    let accounts = try await crowd
    try await site.answer()
    let told = ledger.all, judgement = try await Judgement(told, accounts) { try await site.databases.ask($0) }
    report.head(
      "wrongly: two primaries for 6 s, the old one "
        + (waits ? "waiting for its standby" : "no longer waiting for a standby"))
    report.tell("acts acknowledged meanwhile", meanwhile)
    report.tell("acts of which nobody was told, from then on", told.unknown - before.unknown)
    report.tell("acknowledged, and not in the new primary", judgement.lost.count)
    report.tell("half states", judgement.halfStates.count)
  }
}
