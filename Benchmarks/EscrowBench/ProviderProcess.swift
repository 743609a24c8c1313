import AsyncHTTPClient
import Escrow
import EscrowProvider
import Foundation
import Store
import TestProvider
import TestSite

/// A provider in a process of its own, so that its memory is measured separately: this very program, started once more.
final class ProviderProcess {
  struct Place {
    var path: String, port: Int
    private static let flag = "--provider"

    init(path: String, port: Int) { self.path = path; self.port = port }
    init?(_ arguments: [String]) {
      guard arguments.count == 4, arguments[1] == Self.flag, let port = Int(arguments[3]) else { return nil }
      (path, self.port) = (arguments[2], port)
    }
    var arguments: [String] { [Self.flag, path, "\(port)"] }
  }
  /// Nothing but its own speed limits its requests.
  static func serve(_ place: Place) async throws {
    try await withProvider(store: try SQLiteProviderStore(path: place.path), port: place.port) { _ in
      while true { try await Task.sleep(for: .seconds(3600)) }
    }
  }

  let url: String
  private let folder: URL
  private let process = Process()
  var identifier: Int32 { process.processIdentifier }

  /// Starts it, and waits until it answers.
  init(_ http: HTTPClient) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-bench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let place = Place(path: folder.appending(path: "provider.sqlite").path, port: try FreePort.find())
    url = "http://127.0.0.1:\(place.port)/"
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = place.arguments
    try process.run()
    while process.isRunning,
      (try? await http.execute(HTTPClientRequest(url: url + "config"), timeout: .seconds(5))) == nil
    {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
