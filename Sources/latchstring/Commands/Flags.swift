import ArgumentParser
import Configuration
import Foundation
import Sentences

/// The flags shared by all commands that use the place where everything is kept.
struct PlaceFlags: ParsableArguments {
  /// The settings of a site that the package installed.
  static let installed = "/etc/latchstring/serve.json"

  @Option(help: "The folder for everything that is kept (also LATCHSTRING_DATA).") var data: String?
  @Option(help: "A JSON file with settings (also LATCHSTRING_CONFIG).") var config: String?

  /// Reads the settings from all of their sources.
  /// - Parameter more: The values of the command's other flags, by the names of the settings.
  func settings(
    _ more: [String: ConfigContent?] = [:], environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> StrictSettings {
    var flags: [AbsoluteConfigKey: ConfigValue] = [:]
    let all = more.merging(["data": data.map(ConfigContent.string)], uniquingKeysWith: { $1 })
    for case (let name, let content?) in all {
      flags[AbsoluteConfigKey(name.split(separator: ".").map(String.init))] = ConfigValue(content, isSecret: false)
    }
    return try await StrictSettings(flags: flags, environment: environment, file: config)
  }
  /// The same place, with the settings that the package installed if nobody named any.
  func orInstalled(environment: [String: String]) -> PlaceFlags {
    guard config == nil, environment["LATCHSTRING_CONFIG"] == nil,
      FileManager.default.fileExists(atPath: Self.installed)
    else { return self }
    var place = self
    place.config = Self.installed
    return place
  }
  /// The advice for a person who looked into a folder on a computer that serves many; `nil` elsewhere, and if they named
  /// settings. A folder alone does not say that the accounts are in PostgreSQL.
  var installedHint: Sentence? {
    guard config == nil, FileManager.default.fileExists(atPath: Self.installed) else { return nil }
    return "For the site that the package installed, add: --config \(Self.installed)"
  }

  /// Reads the settings of a person's own computer.
  func home() async throws -> Settings { try Settings.home(try await settings()) }
}

/// The flags that `home` and `serve` share.
struct SharedFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Option(help: "The port to listen on (also LATCHSTRING_PORT).") var port: Int?
  @Option(help: "trace, debug, info, notice, warning, error or critical (also LATCHSTRING_LOG_LEVEL).")
  var logLevel: String?

  @Flag(help: "For tests: answer the FIDO Alliance's conformance tool (also LATCHSTRING_CONFORMANCE_API=on).")
  var conformance = false

  /// - Parameter more: The values of the command's other flags, by the names of the settings.
  func settings(
    _ more: [String: ConfigContent?] = [:], environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> StrictSettings {
    let shared: [String: ConfigContent?] = [
      "port": port.map(ConfigContent.int), "log.level": logLevel.map(ConfigContent.string),
      "conformance.api": conformance ? .string("on") : nil,
    ]
    return try await place.settings(shared.merging(more) { $1 }, environment: environment)
  }
}
