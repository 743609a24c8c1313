import Foundation
import TestProgram

/// Runs a program to its end.
/// - Throws: `SiegeError` with what it said, if its status is not 0.
@discardableResult
func run(_ command: [String]) async throws -> String {
  let outcome = try await TestProgram(command).run()
  guard outcome.status == 0 else {
    throw SiegeError("\(command.joined(separator: " ")): \((outcome.output + outcome.errors).suffix(600))")
  }
  return outcome.output
}

/// A command as the database's user runs it: PostgreSQL refuses to run as root.
func asDatabaseUser(_ command: [String]) -> [String] {
  guard geteuid() == 0 else { return command }
  return ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + command
}

/// Says something at once, also to a file.
func tell(_ line: String) {
  print(line)
  fflush(nil)
}

/// Tries until it is so.
/// - Throws: `SiegeError` if it is not within this time.
func wait(
  _ limit: Duration = .seconds(30), until what: String, every pause: Duration = .milliseconds(50),
  _ isSo: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !isSo() {
    guard ContinuousClock.now < end else { throw SiegeError("It took longer than \(limit) until \(what).") }
    try await Task.sleep(for: pause)
  }
}

/// The real programs that the siege starts, by where Debian puts them.
enum RealParts {
  static let postgreSQL = "/usr/lib/postgresql/15/bin"
  static let nginx = "/usr/sbin/nginx"

  /// What there is to install; empty if all is there.
  static var missing: [String] {
    let needs = [("postgresql-15", postgreSQL + "/initdb"), ("nginx", nginx)]
    return needs.filter { !FileManager.default.isExecutableFile(atPath: $0.1) }.map(\.0)
  }
}
