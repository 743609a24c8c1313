import Foundation

/// The browsers that tests can run in. `LATCHSTRING_TESTS_IN` in the environment chooses one for all tests of a
/// process; without it, that is Chromium.
public enum BrowserKind: String, Sendable, CaseIterable {
  case chromium, firefox

  /// The browser that this process's tests run in. A name that is no browser ends the process, since every test would
  /// otherwise run in a browser that nobody chose.
  /// A test that is about one browser binds it, and then every page that it opens is there.
  @TaskLocal public static var chosen = fromEnvironment

  private static let fromEnvironment: BrowserKind = {
    guard let name = ProcessInfo.processInfo.environment["LATCHSTRING_TESTS_IN"], !name.isEmpty else {
      return .chromium
    }
    guard let kind = BrowserKind(rawValue: name) else {
      fatalError("LATCHSTRING_TESTS_IN is \(name). It can be \(allCases.map(\.rawValue).joined(separator: " or ")).")
    }
    return kind
  }()

  /// Starts a browser, or takes a renewed one; waits while too many are open. Each must be passed to `close`.
  func open(_ setup: PageSetup) async throws -> BrowserSession {
    switch self {
    case .chromium: try await Chromedriver.shared.open(setup)
    case .firefox: try await Firefox.shared.open(setup)
    }
  }

  /// - Parameter isUsable: `true` if another test may use the browser; `false` after a thrown error, because the
  ///   browser's state is then unknown.
  func close(_ session: BrowserSession, of setup: PageSetup, isUsable: Bool) async {
    switch self {
    case .chromium: await Chromedriver.shared.close(session, of: setup, isUsable: isUsable)
    case .firefox: await Firefox.shared.close(session)
    }
  }
}
