import Foundation

/// A browser of this person's that can have the extension: those that are made from Chromium.
struct InstalledBrowser {
  let name: String
  /// Where it keeps its profiles.
  let folder: String

  private static let known = [
    ("Chromium", "chromium"), ("Google Chrome", "google-chrome"), ("Google Chrome Beta", "google-chrome-beta"),
    ("Microsoft Edge", "microsoft-edge"), ("Brave", "BraveSoftware/Brave-Browser"), ("Vivaldi", "vivaldi"),
  ]

  /// Those that were ever started here.
  static func all(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [InstalledBrowser] {
    let base = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
    return known.map { InstalledBrowser(name: $0.0, folder: "\(base)/\($0.1)") }.filter { FileManager.default.fileExists(atPath: $0.folder) }
  }
}
