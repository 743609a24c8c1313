import Configuration
import Encoding
import Foundation
import Model
import SystemPackage
import Sentences

/// Reads settings from flags, the environment and a file, in that order. A value that is present but cannot be
/// converted prevents the start, whatever its source, whereas the library's own getters would ignore it. A name in the
/// file that is not a setting also prevents the start.
struct StrictSettings {
  private struct Source { var provider: any ConfigProvider, prefix: [String], name: Sentence }
  private let sources: [Source]
  /// The settings file; `nil` if there is none.
  let file: String?

  /// - Parameter flags: The values that the argument parser read, under the same keys.
  init(flags: [AbsoluteConfigKey: ConfigValue], environment: [String: String], file: String?) async throws {
    var sources = [
      Source(provider: InMemoryProvider(values: flags), prefix: [], name: "the command line"),
      Source(
        provider: EnvironmentVariablesProvider(environmentVariables: environment), prefix: ["latchstring"],
        name: "the environment"),
    ]
    self.file = file ?? environment["LATCHSTRING_CONFIG"]
    if let file = self.file {
      if let sentence = FileLook(at: file).sentence(file, "configuration file ") {
        throw ConfigurationProblem(sentence)
      }
      do {
        let provider = try await FileProvider<JSONSnapshot>(filePath: FilePath(file))
        sources.append(Source(provider: provider, prefix: [], name: Sentence(verbatim: file)))
      } catch { throw Self.malformed(file) }
      try SettingNames.check(file)
    }
    self.sources = sources
  }

  /// Says in which line the file stops being JSON, for a person who left out a comma.
  private static func malformed(_ file: String) -> ConfigurationProblem {
    let bytes = Array(FileManager.default.contents(atPath: file) ?? Data())
    do { _ = try JSONDocument(bytes) } catch {
      let line = 1 + bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
      return ConfigurationProblem("The configuration file \(file) cannot be read as JSON: see line \(line).")
    }
    return ConfigurationProblem("The configuration file \(file) is JSON, but not an object with settings.")
  }

  func text(_ key: String) throws -> String? {
    try value(key, .string) { if case .string(let text) = $0 { text } else { nil } }
  }
  func list(_ key: String) throws -> [String]? {
    try value(key, .stringArray) { if case .stringArray(let list) = $0 { list } else { nil } }
  }
  func number(_ key: String, in range: ClosedRange<Int>) throws -> Int? {
    let number = try value(key, .int) { if case .int(let number) = $0 { number } else { nil } }
    if let number, !range.contains(number) {
      throw ConfigurationProblem("\(key) is \(number); it must be from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
  /// Reads one of an enum's raw values.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String, _: Choice.Type) throws -> Choice? {
    guard let text = try text(key) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let allowed = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw ConfigurationProblem("\(key) is “\(text)”; it must be \(allowed).")
    }
    return choice
  }

  /// The settings that name a file with a password or token.
  static let secretFiles = ["database.password.file", "smtp.password.file", "merchant.token.file"]
  /// A password or token that stands in the settings file itself; `nil` if there is none.
  var secretInFile: String? {
    guard file != nil, let provider = sources.last?.provider else { return nil }
    return ["smtp.password", "merchant.token"].first { key in
      let path = AbsoluteConfigKey(key.split(separator: ".").map(String.init))
      return (try? provider.value(forKey: path, type: .string).value) != nil
    }
  }

  /// Reads a password or token, either under its key, or in the file named by the same key with `.file` appended.
  func secret(_ key: String) throws -> Secret? {
    let text = try text(key), secret = try secretFile(key + ".file")
    guard let secret else { return text.map { Secret(Array($0.utf8)) } }
    guard text == nil else { throw ConfigurationProblem("\(key) and \(key).file are both set. Set one.") }
    return secret
  }

  /// Reads a password or token from the file that this key names.
  func secretFile(_ key: String) throws -> Secret? {
    guard let path = try text(key) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      guard FileLook(at: path) != .missing else { throw ConfigurationProblem("\(key) is \(path), which is not there.") }
      throw ConfigurationProblem("\(key) is \(path), which the user \(NSUserName()) cannot read.")
    }
    return Secret(Array(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).utf8))
  }

  private func value<Value>(_ key: String, _ type: ConfigType, _ read: (ConfigContent) -> Value?) throws -> Value? {
    for source in sources {
      let path = AbsoluteConfigKey(source.prefix + key.split(separator: ".").map(String.init))
      do {
        guard let found = try source.provider.value(forKey: path, type: type).value else { continue }
        guard let value = read(found.content) else { throw ConfigurationProblem("") }
        return value
      } catch { throw ConfigurationProblem("\(key) in \(source.name) is not \(Self.wanted(type)).") }
    }
    return nil
  }
  private static func wanted(_ type: ConfigType) -> Sentence {
    switch type {
    case .int: "a whole number"
    case .stringArray: "a list of texts"
    default: "a text"
    }
  }
}
