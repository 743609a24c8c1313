import Escrow
import Foundation
import TestProgram
import TestSite

/// `latchstring provider` in a process of its own, with a folder that outlives it.
final class HostedProvider {
  let folder: URL
  let port: Int
  let settings: [String: Any]
  private var program: RunningProgram?
  private var output: Int32 = -1
  var peer: Peer { Peer(url: "http://127.0.0.1:\(port)/") }

  /// - Parameters:
  ///   - folder: The folder for everything that it keeps; `nil` for a new one.
  ///   - settings: The lines of its configuration file.
  init(in folder: String? = nil, _ settings: (_ folder: URL) -> [String: Any]) throws {
    let new = FileManager.default.temporaryDirectory.appending(path: "latchstring-provider-\(UUID())")
    self.folder = folder.map { URL(filePath: $0) } ?? new
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    port = try FreePort.find()
    self.settings = settings(self.folder)
  }
  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Starts it and waits until it listens.
  /// - Parameter end: The end of what it says then.
  /// - Returns: Its output.
  @discardableResult
  func start(environment: [String: String] = [:], until end: String = "provider.sqlite.") async throws -> String {
    let file = try configure()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TestSiteError() }
    output = ends[0]
    defer { close(ends[1]) }
    program = try await RunningProgram(
      .latchstring(
        ["provider", "--config", file.path, "--data", folder.path, "--port", "\(port)", "--log-level", "error"],
        environment: environment),
      output: ends[1], errors: ends[1])
    return try await TextReader(output).wait(for: end)
  }
  /// Writes its configuration file.
  @discardableResult
  func configure() throws -> URL {
    let file = folder.appending(path: "provider.json")
    try JSONSerialization.data(withJSONObject: settings).write(to: file)
    return file
  }

  /// Ends it; immediately with `SIGKILL`.
  func end(_ signal: Int32) async throws {
    program?.send(signal)
    _ = try await program?.ended()
    program = nil
    close(output)
  }

  var salt: [UInt8] {
    get async throws {
      try JSONDecoder().decode(ProviderConfiguration.self, from: Data(try await peer.get("config").body)).providerSalt
        .bytes
    }
  }
}
