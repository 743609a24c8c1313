/// What both parts of the siege are judged by, as lines of the table.
struct Report {
  private(set) var table = Table()
  /// The first instances of what falls short.
  private var details: [String] = []

  mutating func head(_ title: String) { table.head(title) }
  mutating func tell(_ line: String, _ seen: Any) { table.tell(line, seen) }
  mutating func judge(_ line: String, _ seen: Any, wanted: String, _ isSo: Bool) {
    table.judge(line, seen, wanted: wanted, isSo)
  }
  mutating func judgeTried(_ line: String, _ times: Int) { table.judgeTried(line, times) }
  mutating func judgeNone(_ line: String, _ found: [String]) {
    table.judgeNone(line, found.count)
    details += found.prefix(8).map { "\(line): \($0)" }
  }

  mutating func judge(_ told: Ledger.Told, _ judgement: Judgement, _ doors: Doors) {
    tell("acts acknowledged", told.acknowledged)
    for (event, times) in told.times.sorted(by: { $0.key < $1.key }) { tell("  \(event)", times) }
    tell("acts of which nobody was told", told.unknown)
    tell("acts of which was said that nothing has changed", told.unchanged)
    tell("wrong and repeated answers refused", told.refusedOnPurpose)
    judgeNone("acknowledged and lost", judgement.lost)
    judgeNone("counted twice, or although nothing had changed", judgement.surplus)
    judgeNone("wrong and repeated answers taken", told.wronglyTaken)
    judgeNone("half states", judgement.halfStates)
    judgeNone("acts refused that should not be", told.wronglyRefused)
    judgeNone("answers of status 500", told.broken)
    tell("keys whose answers came in another order than they were given", judgement.regressed.count)
    judgeNone("signature counters behind an acknowledged sign-in", judgement.counters)
    tell("keys and browsers tried at the end", doors.tried)
    judgeNone("of these, shut although they should open", doors.shut)
    judgeNone("of these, open although they should not", doors.open)
  }

  /// - Parameter said: What `latchstring audit verify` said, and its exit status.
  mutating func judgeAudit(_ said: (status: Int32, output: String)) {
    let line = said.output.split(separator: "\n").first.map { $0.prefix { $0 != "." } } ?? ""
    judge(
      "audit log", line, wanted: "unbroken, nothing waits",
      said.status == 0 && line.contains("unbroken") && !said.output.contains("wait"))
  }

  func write() {
    table.write()
    if !details.isEmpty { print("\nWhat falls short, the first of each:") }
    for detail in details { print("  \(detail)") }
  }
}
