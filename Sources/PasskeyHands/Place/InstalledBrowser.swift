import Foundation
import HandsTools
import Model

/// A browser of this person's that can have the extension: those that are made from Chromium.
package struct InstalledBrowser {
  package let name: String
  /// Where it keeps its profiles.
  package let folder: String

  package init(name: String, folder: String) { self.name = name; self.folder = folder }

  private static let known = [
    ("Chromium", "chromium"), ("Google Chrome", "google-chrome"), ("Google Chrome Beta", "google-chrome-beta"),
    ("Microsoft Edge", "microsoft-edge"), ("Brave", "BraveSoftware/Brave-Browser"), ("Vivaldi", "vivaldi"),
  ]

  /// Those that were ever started here.
  package static func all(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [InstalledBrowser] {
    let base = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
    return known.map { InstalledBrowser(name: $0.0, folder: "\(base)/\($0.1)") }.filter { FileManager.default.fileExists(atPath: $0.folder) }
  }

  /// And those that were named once, which are still there.
  package static func all(named folder: KeysFolder) -> [InstalledBrowser] {
    let usual = all()
    return usual + named(in: folder).filter { path in !usual.contains { $0.folder == path } }.map { InstalledBrowser(name: $0, folder: $0) }
  }

  /// Remembers a browser that is none of the usual ones.
  package func remember(in folder: KeysFolder) throws {
    let all = Self.named(in: folder).filter { $0 != self.folder } + [self.folder]
    do { try (try jsonObject(all) + "\n").write(toFile: folder.browsers, atomically: true, encoding: .utf8) } catch {
      throw KeysProblem("\(folder.browsers) cannot be written.")
    }
  }

  private static func named(in folder: KeysFolder) -> [String] {
    let paths = FileManager.default.contents(atPath: folder.browsers).flatMap { try? JSONDecoder().decode([String].self, from: $0) } ?? []
    return paths.filter { FileManager.default.fileExists(atPath: $0) }
  }
}
