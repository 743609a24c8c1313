import Foundation
import HandsTools
import Model

/// The installation that tells this computer's browsers which program responds to the extension.
package struct BrowserInstallation {
  /// The name by which the extension requests the program.
  package static let hostName = "org.latchstring.keys"
  /// The origin of the extension. It is derived from the key in its manifest, so it is the same on every computer.
  package static let extensionOrigin = "chrome-extension://mjlahbncmigmnaoafngbogjbndckbolb/"

  private let folder: KeysFolder

  package init(folder: KeysFolder) { self.folder = folder }

  /// Copies the extension, and creates the program that a browser starts.
  ///
  /// - Parameters:
  ///   - arguments: The arguments with which the program is started.
  ///   - files: The folder of the extension.
  package func prepare(program: String, arguments: [String], extension files: String) throws {
    let manager = FileManager.default
    do {
      if manager.fileExists(atPath: folder.extension) { try manager.removeItem(atPath: folder.extension) }
      try manager.copyItem(atPath: files, toPath: folder.extension)
      let line = ([program, "keys", "host"] + arguments).map(ShellWord.quoted).joined(separator: " ")
      // The memory for verifying a PIN, 16 MiB with a file store, is returned to the system. Otherwise glibc would keep
      // it as long as the program runs.
      try "#!/bin/sh\nexport MALLOC_MMAP_THRESHOLD_=1048576\nexec \(line) \"$@\"\n".write(
        toFile: folder.host, atomically: true, encoding: .utf8)
      try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.host)
    } catch { throw ConfigurationProblem("\(folder.path) cannot be written. Nothing was installed.") }
  }

  /// Registers the program with one browser.
  ///
  /// - Returns: The file that was written.
  package func install(in browser: InstalledBrowser) throws -> String {
    let hosts = browser.folder + "/NativeMessagingHosts", file = "\(hosts)/\(Self.hostName).json"
    let manifest = Manifest(path: folder.host)
    do {
      try FileManager.default.createDirectory(atPath: hosts, withIntermediateDirectories: true)
      try (try jsonObject(manifest) + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      throw ConfigurationProblem("\(file) cannot be written, so \(browser.name) does not know of Latchstring.")
    }
    return file
  }

  /// Removes the file again if it belongs to this installation.
  package func remove(from browser: InstalledBrowser) {
    if isInstalled(in: browser) {
      try? FileManager.default.removeItem(atPath: "\(browser.folder)/NativeMessagingHosts/\(Self.hostName).json")
    }
  }

  /// Returns `true` if this installation is registered with the browser.
  package func isInstalled(in browser: InstalledBrowser) -> Bool {
    guard
      let written = FileManager.default.contents(atPath: "\(browser.folder)/NativeMessagingHosts/\(Self.hostName).json")
    else { return false }
    return (try? JSONDecoder().decode(Manifest.self, from: written))?.path == folder.host
  }

  /// The manifest as browsers read it (Chrome, "Native messaging").
  private struct Manifest: Codable {
    var name = BrowserInstallation.hostName
    var description = "The passkeys of this computer"
    var path: String
    var type = "stdio"
    var allowed_origins = [BrowserInstallation.extensionOrigin]
  }
}

/// One of this person's browsers that support the extension. They are based on Chromium.
package struct InstalledBrowser {
  package let name: String
  /// The folder in which the browser keeps its profiles.
  package let folder: String

  package init(name: String, folder: String) { self.name = name; self.folder = folder }

  private static let known = [
    ("Chromium", "chromium"), ("Google Chrome", "google-chrome"), ("Google Chrome Beta", "google-chrome-beta"),
    ("Microsoft Edge", "microsoft-edge"), ("Brave", "BraveSoftware/Brave-Browser"), ("Vivaldi", "vivaldi"),
  ]

  /// Returns the browsers that have ever been started here.
  package static func all(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [InstalledBrowser] {
    let base = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
    return known.map { InstalledBrowser(name: $0.0, folder: "\(base)/\($0.1)") }.filter {
      FileManager.default.fileExists(atPath: $0.folder)
    }
  }

  /// Returns the same browsers, plus those that were once named and still exist.
  package static func all(named folder: KeysFolder) -> [InstalledBrowser] {
    let usual = all()
    return usual
      + named(in: folder).filter { path in !usual.contains { $0.folder == path } }.map {
        InstalledBrowser(name: $0, folder: $0)
      }
  }

  /// Remembers a browser that is not one of the usual browsers.
  package func remember(in folder: KeysFolder) throws {
    let all = Self.named(in: folder).filter { $0 != self.folder } + [self.folder]
    do { try (try jsonObject(all) + "\n").write(toFile: folder.browsers, atomically: true, encoding: .utf8) } catch {
      throw ConfigurationProblem("\(folder.browsers) cannot be written.")
    }
  }

  private static func named(in folder: KeysFolder) -> [String] {
    let paths =
      FileManager.default.contents(atPath: folder.browsers).flatMap {
        try? JSONDecoder().decode([String].self, from: $0)
      } ?? []
    return paths.filter { FileManager.default.fileExists(atPath: $0) }
  }
}
