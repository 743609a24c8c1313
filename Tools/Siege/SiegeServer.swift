import Foundation
import TestProgram

/// A `latchstring serve`, started again whenever it ends, as a service manager does.
actor SiegeServer {
  nonisolated let port: Int
  nonisolated let config: String
  /// Where all that it says is.
  nonisolated let output: String
  private var part: Part?
  private var begun = ContinuousClock.now
  private var isHeldDown = false
  /// How often it ended although nobody killed it, after it had run for a while.
  private(set) var falls = 0

  /// - Parameter database: Its URL; with `nil`, the accounts are in a file.
  init(_ name: String, in place: Place, port: Int, origin: Int, database: String?) async throws {
    let folder = try await place.folder(name)
    self.port = port
    config = folder + "/serve.json"
    output = place.path + "/\(name).log"
    var settings: [String: Any] = [
      "data": folder, "port": port, "rp": ["id": "latchstring.localhost"],
      "origins": ["http://latchstring.localhost:\(origin)"], "log": ["level": "warning"],
      "posts": ["per": ["minute": 0]], "accounts": ["per": ["day": 0]],
    ]
    if let database {
      settings["database"] = ["url": database, "connections": 8]
      settings["trusted"] = ["proxies": 1]
      settings["audit"] = ["key": ["file": Self.auditKey(in: place)]]
    }
    try JSONSerialization.data(withJSONObject: settings).write(to: URL(filePath: config))
  }

  /// The key that all servers of a site sign with.
  static func auditKey(in place: Place) -> String { place.path + "/audit.key" }

  func start() throws {
    begun = .now
    isHeldDown = false
    part = try Part([TestProgram.latchstring, "serve", "--config", config], output: output)
  }
  /// Starts it again if it has ended by itself. A server without a database does, and is started until there is one.
  func lookAfter() throws {
    guard !isHeldDown, let part, !part.isRunning, begun + .seconds(1) < .now else { return }
    if begun + .seconds(5) < .now { falls += 1 }
    try start()
  }

  /// Ends it without a word, and leaves it so until `start`.
  func kill() {
    isHeldDown = true
    part?.stop()
  }
  /// Stops it where it is, until `goOn`.
  func pause() {
    isHeldDown = true
    part?.send(SIGSTOP)
  }
  func goOn() {
    part?.send(SIGCONT)
    isHeldDown = false
  }
}
