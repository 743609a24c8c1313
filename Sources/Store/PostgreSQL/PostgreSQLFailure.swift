import CPQ
import Model
import Sentences

/// A statement or a connection that failed, with PostgreSQL's code for it (PostgreSQL 15, Appendix A). The server's
/// detail and hint are left out, because they quote values.
struct PostgreSQLFailure: Error, Hashable {
  /// Five characters; empty if the server said nothing, because the connection broke.
  var code: String
  var message: String

  /// `true` if the transaction did not happen because of another one, and may happen if it is tried again.
  var isConflict: Bool { code == "40001" || code == "40P01" }

  /// `true` if the connection is of no use any more: it broke, or the server is being stopped (class 57P), or it became
  /// a standby (25006).
  var isLoss: Bool { code.isEmpty || code.hasPrefix("57P") || code.hasPrefix("08") || code == "25006" }

  var storeError: StoreError {
    isConflict
      ? StoreError(.busy, "too many others write to the database at the same time") : StoreError(.unavailable, reason)
  }

  /// What happened, for people. Where somebody can do something about it, in words of its own.
  private var reason: Sentence {
    switch code {
    case "": "the connection to the database broke, or it does not answer"
    case "08001": "nobody lets this server in: \(verbatim)"
    case "25006": "the database may only be read"
    case "42501": "this server's role may not do that: \(verbatim)"
    case "53100": "the database's disk is full"
    case "53300": "the database takes no more connections"
    case "55P03", "57014": "the database took too long to answer"
    case "57P01", "57P02", "57P03": "the database is being stopped or started"
    default: "PostgreSQL \(Sentence(verbatim: code)): \(verbatim)"
    }
  }
  private var verbatim: Sentence { Sentence(verbatim: message) }
}

extension PostgreSQLFailure {
  /// The failure that a result reports.
  init(_ result: OpaquePointer) {
    func field(_ code: Character) -> String {
      PQresultErrorField(result, CInt(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
    }
    self.init(code: field("C"), message: field("M"))
  }
  /// The failure to connect. libpq gives it no code, and a line for each address that it tried.
  init(connecting text: String) {
    self.init(code: "08001", message: text.split(whereSeparator: \.isNewline).joined(separator: "; "))
  }
}
