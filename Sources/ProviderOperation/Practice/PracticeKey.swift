import Encoding
import Escrow
import Foundation
import HandsTools
import Model

/// The key by which the practice providers of a data folder prove that they belong to it. It is a file next to their
/// data, accessible to its owner only.
enum PracticeKey {
  static func folder(in data: String) -> String { data + "/practice" }
  private static func path(in data: String) -> String { folder(in: data) + "/own.key" }

  /// Returns the key of this folder, or `nil` if no practice provider has ever run in it.
  static func read(in data: String) -> OwnProviderKey? {
    FileManager.default.contents(atPath: path(in: data)).flatMap { OwnProviderKey(Secret(Array($0))) }
  }

  /// Returns the key of this folder, which is generated if it does not exist.
  static func make(in data: String) throws -> OwnProviderKey {
    if let key = read(in: data) { return key }
    let drawn = DrawnBytes.secret(OwnProviderKey.byteCount), path = path(in: data)
    unlink(path)  // what cannot be read as a key is none
    try NewFile.write(drawn, to: path)
    guard let key = OwnProviderKey(drawn) else { throw ConfigurationProblem("\(path) cannot be used as a key.") }
    return key
  }
}

extension ProviderClient {
  /// Returns the connections of this program, which contact a practice provider only if it proves that it belongs to
  /// this data folder.
  public static func ofThisProgram(data: String, practice: [String]) -> ProviderClient {
    var client = ofThisProgram
    client.own = OwnProviders(Set(practice.compactMap { ProviderAddress($0) }), key: PracticeKey.read(in: data))
    return client
  }
}
