import Browser
import Escrow
import EscrowProvider
import Foundation
import TestProvider
import TestSite
import WebSurface

/// A site, a person's computer, and three providers, one of which charges fees. Browsers come and go.
public struct EscrowPlace: Sendable {
  public let site: TestSite
  public let computer: EscrowComputer
  /// Anna's charges fees; Bruno's and Chiara's charge none.
  public let providers: [RunningProvider]
  /// The clock used by everything except the site.
  public let clock: TestClock

  /// Visits with a fresh browser, which knows nothing, and with new keys.
  ///
  /// - Parameter script: A script that runs in every page before its own.
  public func visit(
    script: String? = nil, show: @escaping EscrowVisit.Show = { _, _ in }, _ body: (EscrowVisit) async throws -> Void
  ) async throws {
    try await withPage { page in
      if let script { try await page.addScriptOnNewDocument(script) }
      try await body(EscrowVisit(place: self, page: page, ring: try await KeyRing(for: page, on: site), show: show))
    }
  }

  /// The last code that any provider sent by this method.
  public func lastCode(_ method: MethodType) -> String? { providers.lastCode(method) }
}

/// One browser on that computer.
public struct EscrowVisit: Sendable {
  /// A closure called for each screen, with its name: for pictures, and for checks of a single screen.
  public typealias Show = @Sendable (_ page: Page, _ name: String) async throws -> Void
  public let place: EscrowPlace
  public let page: Page
  public let ring: KeyRing
  let show: Show
}

/// - Parameters:
///   - name: The site's host name. That of this program's own home is `latchstring.localhost`.
///   - demo: The keys of a demo; `nil` if nothing is pretended.
public func withEscrowPlace(
  name: String = "latchstring.localhost", demo: PretendedKeys? = nil, _ body: (EscrowPlace) async throws -> Void
) async throws {
  let clock = TestClock(), http = ProviderClient.makeHTTPClient()
  let folder = FileManager.default.temporaryDirectory.appending(path: "hands-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let port = try FreePort.find(), result: Result<Void, any Error>
  do {
    try await withThreeFriends(clock: clock) { friends in
      try await withSite(name: name, change: { ($0.hands, $0.demo) = ("http://127.0.0.1:\(port)", demo) }) { site in
        let computer = try EscrowComputer(
          port: port, home: site.origin, folder: folder, http: http, clock: clock,
          providers: friends.map { .init(url: $0.provider.url) })
        await computer.start()
        let result: Result<Void, any Error>
        do {
          result = .success(
            try await body(EscrowPlace(site: site, computer: computer, providers: friends, clock: clock)))
        } catch {
          result = .failure(error)
        }
        await computer.stop()
        try result.get()
      }
    }
    result = .success(())
  } catch { result = .failure(error) }
  try await http.shutdown()
  try result.get()
}
