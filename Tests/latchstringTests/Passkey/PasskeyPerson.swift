import Encoding
import Foundation
import Model
import SecurityKeys
import Store
import TestProgram
import Testing
import Wraps

/// A person using `latchstring passkey`, with a data folder of their own.
final class PasskeyPerson {
  static let question = "PIN of your security key (not shown): "
  let folder: String
  private let environment: [String: String]

  /// - Parameter data: The data folder, which the caller keeps; a new one if there is none.
  init(data: String? = nil, environment: [String: String] = [:]) {
    folder = data ?? FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    self.environment = environment.merging(["NO_COLOR": "1"]) { $1 }
  }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Starts a command as a conversation, with these keys plugged in.
  func begin(_ command: String..., with keys: PluggedKey..., flags: [String] = []) async throws -> PseudoTerminal {
    let devices = keys.flatMap { ["--device", $0.path] }
    return try await PseudoTerminal(
      .latchstring(["passkey"] + command + devices + flags + ["--data", folder], environment: environment), with: self)
  }

  /// Makes an account for a key, and begins its journal, as a person does.
  func register(_ name: String, with key: PluggedKey) async throws {
    let visit = TerminalVisit(try await begin("register", with: key))
    try await visit.answer("User name", name)
    try await visit.answer("PIN of your security key", PluggedKey.pin)
    try await visit.choose("Confirm with your passkey")
    try await visit.answer("PIN of your security key", PluggedKey.pin)
    try await visit.terminal.wait(for: "You are signed in as \(name). Your journal is open.")
    #expect(try await visit.ended() == 0 && visit.terminal.isOrdinary)
  }

  /// The result of a command without a conversation.
  struct Shot {
    var status: Int32, json: [String: Any], text: String
    var code: String? { json["code"] as? String }
    var account: String? { json["account"] as? String }
    var isOpen: Bool? { json["isOpen"] as? Bool }
  }
  /// - Parameter pin: The line for descriptor 0.
  func shoot(_ command: String..., with keys: PluggedKey..., flags: [String] = [], pin: String = PluggedKey.pin)
    async throws -> Shot
  {
    let devices = keys.flatMap { ["--device", $0.path] }
    let arguments = ["passkey"] + command + devices + flags + ["--data", folder, "--json", "--pin-fd", "0"]
    let result = try await TestProgram.latchstring(arguments, environment: environment).run(input: pin + "\n")
    #expect(result.errors.isEmpty && !result.output.contains(pin), "One JSON object, and no PIN: \(result)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return Shot(status: result.status, json: try #require(object, "\(result)"), text: result.output)
  }

  private var database: String { folder + "/latchstring.sqlite" }

  /// The secret with which a key opens this site's journals, asked of the key itself.
  func secret(of key: PluggedKey, account: String? = nil) async throws -> Secret {
    let salt = try #require(try await SQLiteStore(path: database).read { try $0.installationValue("prf_salt") })
    let options = """
      {"challenge":"AAAA","rpId":"latchstring.localhost","userVerification":"required",\
      "extensions":{"prf":{"eval":{"first":"\(Base64URL.encode(salt))"}}}}
      """
    let answer = try await SecurityKeys(at: [key.path]).perform(
      .signIn, options: options, origin: "http://latchstring.localhost:8420", holder: Holder(account: account))
    return try #require(answer.secret)
  }

  /// The journal of an account, opened with a key's secret alone.
  func journal(of name: String, by key: PluggedKey, account: String? = nil) async throws -> SealedJournal {
    try await SealedJournal(database, secret: try await secret(of: key, account: account), .key, username: name)
  }

  /// Overwrites the wrap of the account's keys, as a broken disk would.
  func damageWrap(of name: String) async throws {
    let name = try #require(Username(name))
    try await SQLiteStore(path: database).write { records in
      let account = try #require(try records.account(named: name))
      for var way in try records.ways(of: account.id) where way.kind == .key {
        way.sealed?.wrap = "w"
        try records.update(way)
      }
    }
  }

  /// How often the account's keys passed a drill.
  func drills(of name: String) async throws -> Int {
    let name = try #require(Username(name))
    return try await SQLiteStore(path: database).read { records in
      let account = try #require(try records.account(named: name))
      return try records.auditRows(from: 0, limit: 1000).count {
        $0.line?.event == "drill_passed" && $0.line?.account == account.id.bytes
      }
    }
  }

  private struct Holder: KeyHolder {
    let account: String?
    func pin(triesLeft: Int?, isAgain: Bool) async throws -> Secret { Secret(Array(PluggedKey.pin.utf8)) }
    func choose(among accounts: [KeyAccount]) async throws -> Int {
      try #require(accounts.firstIndex { $0.userName == account })
    }
    func isAwaited(_ awaited: AwaitedTouch) async {}
  }
}
