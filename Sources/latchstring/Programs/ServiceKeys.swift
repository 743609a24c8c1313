import Crypto
import CryptoExtras
import Encoding
import Foundation
import HandsTools
import Model
import OpenID
import Sentences
import Synchronization

/// The file with the keys that sign what services are told. It is not in the database, so that whoever can read there
/// cannot pretend to be anybody. The newest keys come first; those from before stand after them until the next rotation.
final class ServiceKeys: Sendable {
  let path: String
  private let data: String
  private let known = Mutex<Known?>(nil)

  private struct Known {
    var changedAt: timespec
    var keys: SigningKeys

    /// The keys, those that sign first. New ones sign only once everybody who keeps the published ones for a while must
    /// have asked again, and once they are on every server.
    func keys(at now: Date) throws -> SigningKeys {
      guard now.timeIntervalSince1970 - Double(changedAt.tv_sec) < ServiceKeys.notice,
        keys.all.count > SigningAlgorithm.allCases.count
      else { return keys }
      let newest = Set(
        SigningAlgorithm.allCases.compactMap { algorithm in keys.all.first { $0.algorithm == algorithm }?.id })
      return try SigningKeys(keys.all.filter { !newest.contains($0.id) } + keys.all.filter { newest.contains($0.id) })
    }
  }
  /// The time, in seconds, for which new keys are published before they sign.
  static let notice: TimeInterval = 10 * 60

  init(at path: String, in data: String) { self.path = path; self.data = data }

  /// Returns where the settings say that the keys are.
  static func path(_ read: StrictSettings) throws -> String {
    try read.text("openid.keys.file") ?? Settings.data(read) + "/openid.keys"
  }

  /// Reads the keys, anew if the file has changed. Returns `nil` if it is not there.
  /// - Throws: `ConfigurationProblem` if the file cannot be used.
  func read() throws -> SigningKeys? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    let changedAt = found.st_mtim
    if let known = known.withLock({ $0 }), known.changedAt.tv_sec == changedAt.tv_sec,
      known.changedAt.tv_nsec == changedAt.tv_nsec
    {
      return try known.keys(at: Date())
    }
    let loaded = Known(changedAt: changedAt, keys: try load())
    known.withLock { $0 = loaded }
    return try loaded.keys(at: Date())
  }

  /// Makes the first keys, if there are none.
  func make() throws {
    guard try read() == nil else { return }
    try write(try Self.draw(), to: path)
  }

  /// Makes new keys. Those that signed until now stay published, and those from before them end.
  func rotate() throws {
    guard try read() != nil else { throw missing }
    let keys = try load()
    let newest = SigningAlgorithm.allCases.compactMap { algorithm in keys.all.first { $0.algorithm == algorithm } }
    let kept = try texts().filter { text in newest.contains { (try? SigningKey(pem: text))?.id == $0.id } }
    let fresh = path + ".new"
    unlink(fresh)
    try write(try Self.draw() + kept, to: fresh)
    guard rename(fresh, path) == 0 else { throw ConfigurationProblem("\(path) cannot be replaced.") }
  }

  var missing: ConfigurationProblem {
    ConfigurationProblem(
      """
      \(path) is missing: the keys that sign what services are told. They are made with the first service: \
      latchstring clients add. All servers of a site have the same ones.
      """, code: "serviceKeys")
  }

  /// New keys, one for each algorithm, as PEM.
  static func draw() throws -> [String] {
    [
      try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation,
      P256.Signing.PrivateKey().pemRepresentation,
    ]
  }

  private func write(_ texts: [String], to path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let text = texts.map { $0.trimmingCharacters(in: .newlines) + "\n" }.joined()
    try NewFile.write(Secret(Array(text.utf8)), to: path, owner: FileOwner.forRoot(of: [data, self.path, folder]))
  }

  private func texts() throws -> [String] {
    let look = FileLook(at: path)
    if let sentence = look.sentence(path, "file with the keys for services ") { throw ConfigurationProblem(sentence) }
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    return text.split(separator: Self.begin).map { Self.begin + $0 }
  }
  private static let begin = "-----BEGIN "

  private func load() throws -> SigningKeys {
    do { return try SigningKeys(try texts().map(SigningKey.init(pem:))) } catch let error as ConfigurationProblem {
      throw error
    } catch {
      throw ConfigurationProblem(
        "\(path) does not have the keys for services in it. Put it back from a copy.", code: "serviceKeys")
    }
  }
}

/// Keys for services that are kept nowhere: a demo's.
enum DrawnServiceKeys {
  static func read() throws -> @Sendable () throws -> SigningKeys? {
    let keys = try SigningKeys(try ServiceKeys.draw().map(SigningKey.init(pem:)))
    return { keys }
  }
}
