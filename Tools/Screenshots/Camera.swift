import Browser
import Foundation

/// Shows one page at one size and takes screenshots of it.
struct Camera {
  let page: Page
  let size: Size
  let folder: URL

  /// The small size is that of a phone, and the browser identifies itself as one.
  func setUp() async throws {
    try await page.emulate(width: size.width, height: size.height, scale: 1, mobile: size.isPhone)
    try await page.emulateMedia(colorScheme: .light, reducedMotion: true)
    if size.isPhone { try await page.emulate(userAgent: Self.phone) }
  }

  /// Takes the screenshot with the pointer out of the way, and once all color transitions have finished.
  func take(_ name: String) async throws {
    try await page.cdp("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": 1, "y": 1])
    try await page.run(
      """
      const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
      await Promise.all(ending.map((one) => one.finished.catch(() => {})));
      """)
    try await page.screenshot().write(to: folder.appending(path: "\(name)-\(size.width).png"))
  }

  private static let phone =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
}

struct Size {
  var width: Int, height: Int
  var isPhone: Bool { width < 500 }
  static let all = [Size(width: 393, height: 852), Size(width: 1280, height: 800)]
}
