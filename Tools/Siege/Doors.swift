import TestSite

/// What each account's keys and browsers open at the end, asked of the program itself.
struct Doors: Sendable {
  /// What should open and does not, and what should not and does.
  private(set) var shut: [String] = [], open: [String] = []
  private(set) var tried = 0

  /// At most this many browsers of each account are asked.
  private static let mostBrowsers = 4
  /// This many accounts are asked at once.
  private static let width = 8

  static func tried(_ accounts: [SiegeAccount], at site: Int) async -> Doors {
    await withTaskGroup(of: Doors.self) { group in
      var waiting = accounts[...], all = Doors()
      for account in waiting.prefix(width) { group.addTask { await of(account, at: site) } }
      waiting = waiting.dropFirst(width)
      while let doors = await group.next() {
        all.shut += doors.shut
        all.open += doors.open
        all.tried += doors.tried
        if let next = waiting.popFirst() { group.addTask { await of(next, at: site) } }
      }
      return all
    }
  }

  private static func of(_ account: SiegeAccount, at site: Int) async -> Doors {
    var doors = Doors()
    guard account.isCertain else { return doors }
    for browser in account.browsers.filter({ $0.standing != .unknown }).suffix(mostBrowsers) {
      let answer = try? await browser.visitor.get("/account", accept: "text/html")
      doors.note(
        answer?.status == 200, wanted: browser.standing == .certain,
        "a browser of \(account.name): \(answer?.status ?? 0)")
    }
    for key in account.keys where key.standing != .unknown {
      let answer = try? await Visitor(port: site).signIn(with: key.authenticator)
      doors.note(
        answer?.status == 200, wanted: key.standing == .certain,
        "a key of \(account.name): \(answer?.status ?? 0) \(answer?.error ?? "")")
    }
    return doors
  }
  private mutating func note(_ opens: Bool, wanted: Bool, _ what: String) {
    tried += 1
    if wanted, !opens { shut.append(what) }
    if !wanted, opens { open.append(what) }
  }
}
