import CPQ
import Foundation
import GuardedShell
import Store
import Synchronization

/// A PostgreSQL server of the tests' own, in a temporary folder, which listens on a socket in it. It ends with this
/// process however that ends.
///
/// It does not wait for the disk: nothing here asks what survives a power cut.
public final class TestPostgreSQL: Sendable {
  /// The server that all tests of a process share. Each has databases of its own in it.
  public static let shared = Result { try TestPostgreSQL() }

  public let folder: String
  private let shell: GuardedShell
  private let templates = Mutex<[String: String]>([:])

  /// Starts a server, and returns once it answers.
  /// - Parameter settings: More settings of the server, as lines of `postgresql.conf`.
  public init(_ settings: [String] = []) throws {
    let programs = try Self.programs()
    var name = Array("/tmp/latchstring-postgresql-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw TestPostgreSQLError("No folder can be made in /tmp.") }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let lines = Self.settings + settings
    try lines.joined(separator: "\n").write(toFile: folder + "/more.conf", atomically: false, encoding: .utf8)
    shell = try GuardedShell(Self.script, [folder, programs])
    let end = ContinuousClock.now + .seconds(60)
    while (try? run("SELECT 1", in: "postgres")) == nil {
      guard ContinuousClock.now < end else {
        let said = (try? String(contentsOfFile: folder + "/output", encoding: .utf8)) ?? ""
        throw TestPostgreSQLError("PostgreSQL does not start. It said: \(said.suffix(600))")
      }
      usleep(20_000)
    }
  }
  deinit { shell.stop() }

  /// The URI of a database here.
  /// - Parameter role: Whoever connects. The owner of everything by default.
  public func url(_ database: String, role: String = "owner") -> String {
    "postgresql://\(role)@/\(database)?host=\(folder)"
  }

  /// Stops every process of the server where it is, as a machine that hangs, until `goOn`.
  public func pause() throws { try signal(SIGSTOP) }
  public func goOn() throws { try signal(SIGCONT) }
  private func signal(_ number: CInt) throws {
    let lines = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8).split(separator: "\n")
    guard let server = lines.first.flatMap({ pid_t($0) }) else { throw TestPostgreSQLError("The server is gone.") }
    let children = try String(contentsOfFile: "/proc/\(server)/task/\(server)/children", encoding: .utf8)
    for process in [server] + children.split(separator: " ").compactMap({ pid_t($0) }) { kill(process, number) }
  }

  /// Makes the server ask one role for its password; all others are let in without.
  public func askForPassword(of role: String) async throws {
    let file = folder + "/data/pg_hba.conf", rules = try String(contentsOfFile: file, encoding: .utf8)
    try "local all \(role) scram-sha-256\n\(rules)".write(toFile: file, atomically: false, encoding: .utf8)
    try run("SELECT pg_reload_conf()", in: "postgres")
    try await Task.sleep(for: .milliseconds(300))
  }

  /// Makes an empty database.
  public func makeDatabase(like template: String = "template0") throws -> String {
    let name = "d" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try run("CREATE DATABASE \(name) TEMPLATE \(template)", in: "postgres")
    return name
  }
  /// Makes a database with this version's tables of one kind.
  func makeDatabase(of kind: String, _ migrate: (PostgreSQLAddress) throws -> Void) throws -> String {
    let template = try templates.withLock { templates in
      if let template = templates[kind] { return template }
      let name = try makeDatabase()
      try migrate(PostgreSQLAddress(url: url(name)))
      templates[kind] = name
      return name
    }
    return try makeDatabase(like: template)
  }
  public func drop(_ database: String) throws { try run("DROP DATABASE \(database) WITH (FORCE)", in: "postgres") }

  /// Runs one statement, as the owner of everything.
  /// - Returns: The first column of its rows, as text.
  @discardableResult
  public func run(_ sql: String, in database: String) throws -> [String] {
    let connection = PQconnectdb(url(database))
    defer { PQfinish(connection) }
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
      throw TestPostgreSQLError(String(cString: PQerrorMessage(connection)))
    }
    return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
  }

  private static let settings = [
    "listen_addresses = ''", "fsync = off", "synchronous_commit = off", "full_page_writes = off",
    "max_connections = 400", "shared_buffers = 64MB", "autovacuum = off",
  ]

  /// The folder with Debian's programs of PostgreSQL, of the newest version that is there.
  static func programs() throws -> String {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    guard let newest = versions.compactMap(Int.init).max() else {
      throw TestPostgreSQLError(
        """
        PostgreSQL is missing: install the Debian package postgresql-15 (apt-get install postgresql-15), \
        or run scripts/setup tests.
        """)
    }
    return "/usr/lib/postgresql/\(newest)/bin"
  }

  /// PostgreSQL refuses to run as root, so it runs as its own user there.
  private static let script = """
    trap '' INT TERM HUP
    cd "$1" || exit 1
    as() { if [ "$(id -u)" = 0 ]; then exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; fi; exec "$@"; }
    if [ "$(id -u)" = 0 ]; then chown postgres:postgres "$1" "$1/more.conf"; fi
    (as "$2/initdb" --pgdata="$1/data" --username=owner --auth=trust --encoding=UTF8 --locale=C --no-sync) \
      </dev/null >"$1/output" 2>&1
    echo "include '$1/more.conf'" >>"$1/data/postgresql.conf"
    as "$2/postgres" -D "$1/data" -k "$1" </dev/null >>"$1/output" 2>&1 &
    server=$!
    read -r _
    kill -s QUIT "$server"
    wait "$server" 2>/dev/null
    rm -rf "$1"
    """
}

/// The reason why a test has no database, as a sentence for the person who runs it.
public struct TestPostgreSQLError: Error, CustomStringConvertible {
  public let description: String
  init(_ sentence: String) { description = sentence }
}
