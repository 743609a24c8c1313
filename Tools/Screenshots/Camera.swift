import Browser
import Foundation

/// Shows one page in one look and takes screenshots of it.
struct Camera {
  let page: Page
  let look: Look
  let folder: URL

  /// The narrow look is that of a phone, and the browser identifies itself as one.
  func setUp() async throws {
    try await page.emulate(width: look.width, height: look.height, scale: 1, mobile: look.isPhone)
    try await page.emulateMedia(colorScheme: look.scheme, reducedMotion: true)
    if look.isPhone { try await page.emulate(userAgent: Self.phone) }
  }

  /// The pictures that are also taken in the dark, where the others are not.
  private static let alsoDark: Set = [
    "home", "account", "what-if-three", "three-words", "coming-back", "rehearsed", "escrow-review", "demo-bag-gone",
    "opener-opened",
  ]

  /// Takes the screenshot with the pointer out of the way.
  func take(_ name: String) async throws {
    try await page.cdp("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": 1, "y": 1])
    try await shoot(name, look.scheme)
    guard look.scheme == .light, Self.alsoDark.contains(name) else { return }
    try await page.emulateMedia(colorScheme: .dark, reducedMotion: true)
    try await shoot(name, .dark)
    try await page.emulateMedia(colorScheme: .light, reducedMotion: true)
  }

  /// Takes it once all color transitions have finished.
  private func shoot(_ name: String, _ scheme: ColorScheme) async throws {
    try await page.run(
      """
      const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
      await Promise.all(ending.map((one) => one.finished.catch(() => {})));
      """)
    let suffix = scheme == .dark ? "-dark" : ""
    try await page.screenshot().write(to: folder.appending(path: "\(name)-\(look.width)\(suffix).png"))
  }

  private static let phone =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
}

/// A window's size and color scheme.
struct Look {
  var width: Int, height: Int
  var scheme = ColorScheme.light
  var isPhone: Bool { width < 500 }
  static let light = [Look(width: 393, height: 852), Look(width: 1280, height: 800)]
  static let dark = light.map { Look(width: $0.width, height: $0.height, scheme: .dark) }
}
