import CPQ
import Encoding
import Foundation
import Model
import Sentences

/// Where a PostgreSQL database is, and how many connections to it this server may hold.
public struct PostgreSQLAddress: Sendable {
  /// The connection URI as libpq reads it (PostgreSQL 15 §34.1.1.2), without a password.
  public let url: String
  private let password: Secret?
  /// The number of connections.
  public let connections: Int

  var limits = Limits()

  /// How long what waits for the database waits.
  struct Limits: Sendable {
    /// For a connection, while others have them all.
    var queue: Duration = .seconds(5)
    /// For an answer: longer than the server's own limit for a statement.
    var silence: Duration = .seconds(12)
    /// For others, with whom a transaction conflicts again and again.
    var conflicts: Duration = .seconds(5)
    /// For a server that answers. In this time, a standby can take over.
    var takeover: Duration = .seconds(10)
  }

  public static let connectionsAllowed = 1...256
  /// Two for each core, at least 4 and at most 64.
  public static var ordinaryConnections: Int { min(64, max(4, 2 * ProcessInfo.processInfo.activeProcessorCount)) }

  /// - Parameters:
  ///   - url: A URI such as `postgresql://latchstring@a.example,b.example/latchstring?sslmode=verify-full`.
  ///   - password: The role's password, if the database wants one and no password file has it.
  /// - Throws: `ConfigurationProblem` if the URI cannot be read, or contains a password: settings are read and copied
  ///   by more people than a password is meant for.
  public init(url: String, password: Secret? = nil, connections: Int? = nil) throws {
    var message: UnsafeMutablePointer<CChar>?
    guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://"),
      let options = PQconninfoParse(url, &message)
    else {
      PQfreemem(message)
      throw ConfigurationProblem(
        "database.url cannot be read; it must be like postgresql://latchstring@db.example.org/latchstring.")
    }
    defer { PQconninfoFree(options) }
    guard Self.value(of: "password", in: options) == nil else {
      throw ConfigurationProblem(
        "database.url contains a password. Put it into a file of its own, and name that as database.password.file.")
    }
    self.url = url
    self.password = password
    self.connections = connections ?? Self.ordinaryConnections
  }

  /// Passes the parameters of a connection as libpq takes them: two lists that end with null. What the URI says wins
  /// over our defaults, which come before it.
  func withParameters<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let plain = Self.defaults + [("dbname", url)],
      hidden: [UInt8] = password.map { $0.withBytes { Array($0) + [0] } } ?? []
    let texts = plain.map { (strdup($0.0), strdup($0.1)) }
    var secret = hidden
    defer {
      for text in texts { free(text.0); free(text.1) }
      Wiping.wipe(&secret)
    }
    var names = texts.map { UnsafePointer($0.0) }, values = texts.map { UnsafePointer($0.1) }
    guard !secret.isEmpty else { return body(names + [nil], values + [nil]) }
    return "password".withCString { name in
      secret.withUnsafeBytes { bytes in
        names.append(name)
        values.append(bytes.bindMemory(to: CChar.self).baseAddress)
        return body(names + [nil], values + [nil])
      }
    }
  }

  private static let defaults = [
    ("application_name", "latchstring"), ("client_encoding", "UTF8"),
    // A standby would answer from the past: a session that was revoked a moment ago would live on.
    ("target_session_attrs", "read-write"),
    ("connect_timeout", "3"), ("tcp_user_timeout", "10000"),
    ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "2"),
  ]

  private static func value(of name: String, in options: UnsafeMutablePointer<PQconninfoOption>) -> String? {
    var option = options
    while let keyword = option.pointee.keyword {
      if String(cString: keyword) == name { return option.pointee.val.map { String(cString: $0) } }
      option += 1
    }
    return nil
  }
}
