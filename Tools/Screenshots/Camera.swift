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

  /// Takes the screenshot with the pointer out of the way, and once all color transitions have finished.
  func take(_ name: String) async throws {
    try await page.cdp("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": 1, "y": 1])
    try await page.run(
      """
      const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
      await Promise.all(ending.map((one) => one.finished.catch(() => {})));
      """)
    let scheme = look.scheme == .dark ? "-dark" : ""
    try await page.screenshot().write(to: folder.appending(path: "\(name)-\(look.width)\(scheme).png"))
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
