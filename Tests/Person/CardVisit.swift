import Browser
import CardHands
import Foundation
import TestCards
import TestSite
import WebSurface

/// A person at a computer with a card reader: a page, a site, and that computer's hands.
public struct CardVisit: Sendable {
  public let site: TestSite
  public let page: Page
  public let hands: LentHands
  public var reader: PlayedReader { hands.reader }
}

/// The origin of a page, as a browser and the hands see it.
public enum CardPage: Sendable {
  /// A page served by this computer itself.
  case home
  /// A page on the open network: the browser asks before it lets the page connect to this computer.
  case hosted
}

/// - Parameters:
///   - pairings: The pairings that the hands already have; none by default.
///   - isLending: `true` if the hands run from the start.
///   - demo: The keys of a demo; `nil` if nothing is pretended.
public func withCardVisit(
  _ kind: CardPage = .home, pairings: PairingStore? = nil, isLending: Bool = true, demo: PretendedKeys? = nil,
  _ body: (CardVisit) async throws -> Void
) async throws {
  let port = try FreePort.find(),
    folder = FileManager.default.temporaryDirectory.appending(path: "hands-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let name = kind == .home ? "latchstring.localhost" : "latchstring.test"
  let change: (inout WebSettings) -> Void = { ($0.hands, $0.demo) = ("http://127.0.0.1:\(port)", demo) }
  try await withSite(name: name, change: change) { site in
    let hands = try LentHands(
      port: port, home: kind == .home ? site.origin : nil, origins: kind == .home ? [] : [site.origin],
      pairings: try pairings ?? PairingStore(path: nil), folder: folder)
    if isLending { await hands.start() }
    try await withPage(PageSetup(flags: kind == .home ? [] : site.flagsOfHosted)) { page in
      try await body(CardVisit(site: site, page: page, hands: hands))
    }
    await hands.stop()
  }
}

extension TestSite {
  /// The flags that make a browser treat this site, which is on loopback, as one on the open network with a
  /// certificate.
  fileprivate var flagsOfHosted: [String] {
    [
      "--host-resolver-rules=MAP latchstring.test 127.0.0.1", "--unsafely-treat-insecure-origin-as-secure=\(origin)",
      "--ip-address-space-overrides=127.0.0.1:\(port)=public",
    ]
  }
}
