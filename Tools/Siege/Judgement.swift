/// The ledger, held against a database.
struct Judgement {
  /// What was acknowledged and is not there, and what is there more often than anybody was told.
  private(set) var lost: [String] = [], surplus: [String] = []
  private(set) var halfStates: [String] = []
  /// Keys whose counter is behind an acknowledged sign-in.
  private(set) var counters: [String] = []
  /// Keys of which the log says that a counter was lower: an answer that was on its way for long came after a later one.
  private(set) var regressed: Set<String> = []
  private(set) var numbers: [String] = []

  /// - Parameter ask: Performs a query.
  init(_ told: Ledger.Told, _ accounts: [SiegeAccount], _ ask: (String) async throws -> [[String]]) async throws {
    try await compareFacts(told, ask)
    try await compareKeys(accounts, ask)
    for (name, sql) in HalfStates.questions {
      if let count = try await ask("SELECT COUNT(*) FROM \(sql)").first?.first, count != "0" {
        halfStates.append("\(name): \(count)")
      }
    }
    regressed = Set(try await ask(Self.regressions).map { $0[0] })
    for row in try await ask("SELECT id, sign_count FROM credentials") {
      if let highest = told.counters[row[0]], let kept = Int(row[1]), kept < highest {
        counters.append("\(row[0].prefix(8)): \(kept) after \(highest)")
      }
    }
    numbers = try await ask(Self.numbers).map { "\($0[0]): \($0[1]) of \($0[2])" }
  }

  private mutating func compareFacts(_ told: Ledger.Told, _ ask: (String) async throws -> [[String]]) async throws {
    var there: [Fact: Int] = [:]
    for row in try await ask(Self.entries) {
      there[Fact(account: row[0], event: row[1], credential: row[2])] = Int(row[3])
    }
    for (fact, count) in told.facts where there[fact, default: 0] < count.certain {
      lost.append("\(fact.event) of \(fact.account): \(there[fact, default: 0]) of \(count.certain)")
    }
    let events = Set(told.facts.keys.map(\.event))
    for (fact, times) in there where events.contains(fact.event) {
      let count = told.facts[fact] ?? Ledger.Count()
      if times > count.certain + count.possible {
        surplus.append("\(fact.event) of \(fact.account): \(times), told \(count.certain) + \(count.possible)")
      }
    }
  }

  private mutating func compareKeys(
    _ accounts: [SiegeAccount], _ ask: (String) async throws -> [[String]]
  ) async throws {
    let rows = try await ask("SELECT id, label, COALESCE(revoked_at, 0) FROM device_wraps WHERE kind = 'key'")
    let ways = Dictionary(rows.map { ($0[0], $0) }) { first, _ in first }
    for account in accounts where account.isCertain {
      for key in account.keys {
        let isThere = ways[key.id].map { $0[2] == "0" } ?? false
        switch key.standing {
        case .certain where !isThere: lost.append("a key of \(account.name)")
        case .gone where isThere: lost.append("a revocation by \(account.name)")
        case .certain:
          if let label = key.label, ways[key.id]?[1] != label { lost.append("a key's name of \(account.name)") }
        case .gone, .unknown: break
        }
      }
    }
  }

  private static let log = """
    (SELECT account_id, event, credential_id, number FROM audit_log UNION ALL
    SELECT account_id, event, credential_id, number FROM audit_waiting) AS log
    """
  private static let entries = """
    SELECT a.username, log.event, COALESCE(log.credential_id, ''), COUNT(*) FROM \(log)
    JOIN accounts a ON a.id = log.account_id GROUP BY 1, 2, 3
    """
  private static let regressions = """
    SELECT DISTINCT credential_id FROM audit_log WHERE event = 'counter_regressed' AND credential_id IS NOT NULL
    """
  /// Accounts whose entries are not numbered from 1 without gaps. A database that one process writes has no numbers.
  private static let numbers = """
    SELECT a.username, COUNT(DISTINCT log.number), MAX(a.audit_number) FROM \(log)
    JOIN accounts a ON a.id = log.account_id GROUP BY a.id, a.username
    HAVING COUNT(log.number) > 0 AND (COUNT(DISTINCT log.number) <> COUNT(*) OR MAX(log.number) <> COUNT(*)
    OR MAX(a.audit_number) <> COUNT(*))
    """
}
