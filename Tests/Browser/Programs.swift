import Foundation

/// The paths of the two programs. `CHROMIUM` and `CHROMEDRIVER` in the environment override them.
enum Programs {
  /// Not /usr/bin/chromium: that is Debian's wrapper script, which adds extensions and flags of its own.
  static func chromium() throws -> String { try program("CHROMIUM", usually: "/usr/lib/chromium/chromium") }
  static func chromedriver() throws -> String { try program("CHROMEDRIVER", usually: "/usr/bin/chromedriver") }

  static func program(_ variable: String, usually path: String) throws -> String {
    let path = ProcessInfo.processInfo.environment[variable] ?? path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw BrowserError(
        .missingProgram,
        "\(path) is missing. These tests drive the real browser: apt-get install chromium chromium-driver")
    }
    return path
  }
}
