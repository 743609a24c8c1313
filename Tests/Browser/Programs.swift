import Foundation

/// The paths of the programs. `CHROMIUM`, `CHROMEDRIVER` and `FIREFOX` in the environment override them.
enum Programs {
  /// Not /usr/bin/chromium: that is Debian's wrapper script, which adds extensions and flags of its own.
  static func chromium() throws -> String { try program("CHROMIUM", usually: "/usr/lib/chromium/chromium") }
  static func chromedriver() throws -> String { try program("CHROMEDRIVER", usually: "/usr/bin/chromedriver") }
  static func firefox() throws -> String {
    try program("FIREFOX", usually: "/usr/lib/firefox-esr/firefox-esr", from: "firefox-esr")
  }

  static func program(
    _ variable: String, usually path: String, from packages: String = "chromium chromium-driver"
  ) throws -> String {
    let path = ProcessInfo.processInfo.environment[variable] ?? path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw BrowserError(
        .missingProgram,
        "\(path) is missing. These tests drive the real browser: apt-get install \(packages)")
    }
    return path
  }
}
