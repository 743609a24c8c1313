import Browser
import Foundation
import Testing

/// axe-core, which finds accessibility barriers in a page. `scripts/setup tests` fetches it; `LATCHSTRING_AXE` names a
/// different file.
struct Axe {
  /// A size and color scheme for a screen. In dark mode only colors can differ, so only their contrast is checked
  /// there.
  struct Look: Sendable {
    var width = 393, height = 852
    var scheme = ColorScheme.light

    static let all = [
      Look(), Look(scheme: .dark), Look(width: 1280, height: 800), Look(width: 1280, height: 800, scheme: .dark),
    ]
  }

  let page: Page
  private let source: String

  init(_ page: Page) throws {
    self.page = page
    source = try Self.source.get()
  }

  private static let source = Result { () throws -> String in
    let environment = ProcessInfo.processInfo.environment
    let caches = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "") + "/.cache"
    let path = environment["LATCHSTRING_AXE"] ?? caches + "/latchstring-tests/axe-playwright-python==0.1.8/axe.min.js"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.contains("axe") else {
      throw BrowserError(.missingProgram, "\(path) is missing. These tests need axe-core: run scripts/setup tests")
    }
    return text
  }

  /// Expects no problems on the current screen, and that nothing of it is cut when its text is twice as large.
  func check(
    _ screen: String, in looks: [Look] = [Look()], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for look in looks {
      try await page.emulate(width: look.width, height: look.height, mobile: look.width < 640)
      try await page.emulateMedia(colorScheme: look.scheme)
      let found = try await problems(contrastAlone: look.scheme == .dark)
      #expect(
        found.isEmpty, "\(screen), \(look.width) px, \(look.scheme):\n\(found.joined(separator: "\n"))",
        sourceLocation: sourceLocation)
      guard look.scheme == .light else { continue }
      let cut = try await LargeText(page: page).cut()
      #expect(
        cut.isEmpty, "\(screen), \(look.width) px, text at 200 %:\n\(cut.joined(separator: "\n"))",
        sourceLocation: sourceLocation)
    }
  }

  /// The problems of the screen, each with its rule, severity and location.
  func problems(contrastAlone: Bool = false) async throws -> [String] {
    if try await page.evaluate("typeof axe") != "object" { try await page.run(source) }
    return try await page.run(Self.search, .bool(contrastAlone)).array?.compactMap(\.string) ?? ["axe gave no answer"]
  }

  /// A color in transition cannot be judged, so finite animations are finished first. They are not waited for: in a
  /// page that draws no frame they never end.
  private static let search = """
    for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish();
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const runOnly = arguments[0] ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
      : { type: 'tag', values: tags };
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.flatMap((rule) => rule.nodes.map((node) =>
      `${rule.id} (${node.impact}) at ${node.target.join(' ')}: ${node.failureSummary.replace(/\\s+/g, ' ')}`));
    """
}
