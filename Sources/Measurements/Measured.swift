import CoreMetrics

/// What a server counts about itself. Nothing here is about one person: no name, address, account or key can be a label.
/// Where no ``MeasurementRegistry`` was installed, counting does nothing.
public enum Measured {
  /// A family of numbers, as `/metrics` shows it.
  public enum Family: String, CaseIterable, Sendable {
    case requests = "latchstring_requests"
    case requestSeconds = "latchstring_request_seconds"
    case signIns = "latchstring_sign_ins"
    case accounts = "latchstring_accounts_created"
    case storeSeconds = "latchstring_store_seconds"
    case storeWaiting = "latchstring_store_waiting"
    case passwordsWaiting = "latchstring_passwords_waiting"

    /// What the family says, for whoever reads `/metrics`.
    public var help: String {
      switch self {
      case .requests: "Answered requests, by the pattern of their route."
      case .requestSeconds: "Time from a request's head to its answer."
      case .signIns: "New sessions, those of new accounts and recoveries too, and refused ones, by what was shown."
      case .accounts: "New accounts."
      case .storeSeconds: "Time of a database transaction, with the wait before it."
      case .storeWaiting: "Database transactions that were asked for and are not over."
      case .passwordsWaiting: "Passwords that wait to be checked."
      }
    }
  }

  /// What somebody signs in with.
  public enum Means: String, Sendable { case passkey, card, password }
  /// The two kinds of database transactions.
  public enum Access: String, Sendable { case read, write }

  /// Counts an answered request, and the time that it took.
  /// - Parameter route: The route's pattern, with none of the request's own values.
  public static func request(method: String, route: String, status: Int, took: Duration) {
    let labels = [("method", method), ("route", route), ("status", String(status))]
    Counter(label: Family.requests.rawValue, dimensions: labels).increment()
    CoreMetrics.Timer(label: Family.requestSeconds.rawValue).recordNanoseconds(took.nanoseconds)
  }

  /// Counts a new session, or a refusal of one.
  public static func signIn(_ means: Means, isAccepted: Bool) {
    let outcome = isAccepted ? "accepted" : "refused"
    Counter(label: Family.signIns.rawValue, dimensions: [("means", means.rawValue), ("outcome", outcome)]).increment()
  }

  /// Counts a new account.
  public static func newAccount() { Counter(label: Family.accounts.rawValue).increment() }

  /// Counts a transaction of the database, and its time with the wait before it.
  public static func store(_ access: Access, took: Duration) {
    CoreMetrics.Timer(label: Family.storeSeconds.rawValue, dimensions: [("access", access.rawValue)])
      .recordNanoseconds(took.nanoseconds)
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
