import AsyncHTTPClient
import Foundation
import GuardedShell
import TestSite

/// A page behind Debian's Apache with mod_auth_openidc, set up as docs/SERVICES.md says.
final class ProtectedPage: Sendable {
  static let program = "/usr/sbin/apache2"
  let port: Int
  private let folder: String
  private let shell: GuardedShell

  var origin: String { "http://127.0.0.1:\(port)" }
  var address: String { origin + "/private/" }
  static func back(_ port: Int) -> String { "http://127.0.0.1:\(port)/private/back" }
  static func backChannel(_ port: Int) -> String { back(port) + "?logout=backchannel" }

  /// What could not be started, and what to install for it.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameters:
  ///   - port: A free one.
  ///   - issuer: The site's origin.
  ///   - settings: More lines for Apache.
  init(port: Int, issuer: String, client: String, secret: String, settings: String = "") async throws {
    guard FileManager.default.isExecutableFile(atPath: Self.program) else {
      throw Missing(description: "There is no Apache: apt install apache2 libapache2-mod-auth-openidc")
    }
    self.port = port
    folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-apache-\(UUID())").path
    let pages = folder + "/pages/private"
    try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
    try Data("<!doctype html><title>Notes</title><h1>The notes</h1>".utf8).write(
      to: URL(filePath: pages + "/index.html"))
    let text = try Self.documented(issuer: issuer, client: client, secret: secret, back: Self.back(port))
    try Data((Self.frame(folder, port) + text + "\n" + settings + "\n").utf8).write(
      to: URL(filePath: folder + "/apache.conf"))
    shell = try GuardedShell(Self.script, [folder])
    do { try await answers() } catch {
      let log = try? String(contentsOfFile: folder + "/error.log", encoding: .utf8)
      shell.stop()
      throw Missing(description: "Apache did not start: \(log ?? "\(error)")")
    }
  }

  /// What Apache said, for a test that fails.
  var log: String { (try? String(contentsOfFile: folder + "/error.log", encoding: .utf8)) ?? "" }

  func stop() { shell.stop() }

  private static let script = """
    trap '' INT TERM HUP
    umask 022
    chmod -R a+rX "$1"
    /usr/sbin/apache2 -d "$1" -f "$1/apache.conf" -D FOREGROUND & child=$!
    read -r _
    kill -TERM "$child"
    wait "$child"
    rm -rf "$1"
    """

  /// The lines that Debian's own files have, without their folders.
  private static func frame(_ folder: String, _ port: Int) -> String {
    let modules = ["mpm_event", "authn_core", "authz_core", "authz_user", "dir", "auth_openidc"].map {
      "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so"
    }
    let user = geteuid() == 0 ? "User www-data\nGroup www-data\n" : ""
    return """
      ServerName 127.0.0.1
      Listen 127.0.0.1:\(port)
      DefaultRuntimeDir \(folder)
      PidFile \(folder)/pid
      ErrorLog \(folder)/error.log
      \(modules.joined(separator: "\n"))
      \(user)DocumentRoot \(folder)/pages
      DirectoryIndex index.html
      <Directory \(folder)/pages>
        Require all granted
      </Directory>

      """
  }

  /// The block of the document, with this test's own values.
  private static func documented(issuer: String, client: String, secret: String, back: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let document = try String(contentsOf: root.appending(path: "docs/SERVICES.md"), encoding: .utf8)
    guard let block = document.firstMatch(of: /(?s)```apache\n(.*?)```/)?.1 else {
      throw Missing(description: "docs/SERVICES.md has no block for Apache")
    }
    return [
      ("https://id.example.org", issuer), ("OIDCClientID notes", "OIDCClientID \(client)"), ("THE-SECRET", secret),
      ("https://notes.example.org/private/back", back), ("A-LONG-RANDOM-TEXT", UUID().uuidString),
    ].reduce(String(block)) { $0.replacing($1.0, with: $1.1) }
  }

  private func answers() async throws {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      let request = HTTPClientRequest(url: origin + "/nothing")
      do {
        _ = try await HTTPClient.shared.execute(request, timeout: .seconds(2))
        return
      } catch {
        guard ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }
}
