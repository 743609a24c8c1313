import Encoding
import Escrow
import Foundation
import HandsTools
import Model

/// The key by which the practice providers of a data folder prove that they are its own: a file beside what they keep,
/// for its owner alone.
enum PracticeKey {
  static func folder(in data: String) -> String { data + "/practice" }
  private static func path(in data: String) -> String { folder(in: data) + "/own.key" }

  /// The key of this folder; `nil` where no practice provider was ever played in it.
  static func read(in data: String) -> OwnProviderKey? {
    FileManager.default.contents(atPath: path(in: data)).flatMap { OwnProviderKey(Secret(Array($0))) }
  }

  /// The key of this folder, which is drawn where there is none.
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
  /// The connections of this program, which ask a practice provider only where it proves to be this data folder's own.
  public static func ofThisProgram(data: String, practice: [String]) -> ProviderClient {
    var client = ofThisProgram
    client.own = OwnProviders(Set(practice.compactMap { ProviderAddress($0) }), key: PracticeKey.read(in: data))
    return client
  }
}
