import Authenticator
import Crypto
import Encoding
import Foundation
import RelyingParty
import Synchronization

@testable import PasskeyHands

/// A simulated browser with an authenticator whose keys are in files, and a site that verifies the results.
final class TestBrowser: Sendable {
  static let pin = "246810"

  let person = TypingPerson()
  let host: BrowserHost
  let authenticator: Authenticator
  let party = RelyingParty(id: "example.com", name: "Example", origins: ["https://login.example.com"])
  private let folder = TestFolder()
  private let answers: Mailbox

  init(
    pin: String? = TestBrowser.pin, patience: BrowserHost.Patience = BrowserHost.Patience(),
    change: (inout AuthenticatorSettings) -> Void = { _ in }
  ) async throws {
    let keys = try FileKeyStore(path: folder.path("keys"))
    if let pin { try await keys.setPIN(Secret(Array(SHA256.hash(data: Array(pin.utf8)).prefix(16)))) }
    var settings = AuthenticatorSettings()
    change(&settings)
    authenticator = Authenticator(
      keys: keys, storage: try FileStorage(path: folder.path("shelf")), person: person, settings: settings)
    host = BrowserHost(AuthenticatorQueue(authenticator), patience: patience)
    answers = Mailbox()
  }

  /// Sends a request and waits for its answer.
  func ask(_ ask: String, _ details: String? = nil, origin: String? = nil, id: Int = 1) async -> Answer {
    await begin(ask, details, origin: origin, id: id)
    return await answer(to: id)
  }

  func begin(_ ask: String, _ details: String? = nil, origin: String? = nil, index: Int? = nil, id: Int = 1) async {
    var json = JSONWriter()
    json.object {
      $0.member("id", id)
      $0.member("ask", ask)
      $0.member("details", details)
      $0.member("origin", origin)
      if let index { $0.member("index", index) }
    }
    await host.take(json.bytes) { [answers] in answers.put($0) }
  }

  func answer(to id: Int) async -> Answer { Answer(await answers.take(id)) }

  /// The relying party's options in the form in which a browser passes them to an extension.
  static func details(
    _ options: [UInt8], origin: String = "https://login.example.com", isSame: Bool = true,
    change: (inout [String: Any]) -> Void = { _ in }
  ) -> String {
    var members = (try? JSONSerialization.jsonObject(with: Data(options))) as? [String: Any] ?? [:]
    var extensions = members["extensions"] as? [String: Any] ?? [:]
    extensions["remoteDesktopClientOverride"] = ["origin": origin, "sameOriginWithAncestors": isSame]
    members["extensions"] = extensions
    change(&members)
    return String(decoding: (try? JSONSerialization.data(withJSONObject: members)) ?? Data(), as: UTF8.self)
  }

  /// An answer from the host, parsed.
  struct Answer {
    let message: [String: Any]
    init(_ bytes: [UInt8]) { message = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:] }
    var response: [UInt8] { Array((message["response"] as? String ?? "").utf8) }
    var error: String? { (message["error"] as? [String: Any])?["name"] as? String }
    var errorMessage: String? { (message["error"] as? [String: Any])?["message"] as? String }
    var told: String? { message["told"] as? String }
    private var members: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(response))) as? [String: Any] ?? [:]
    }
    var id: [UInt8] { (members["id"] as? String).flatMap { Base64URL.decode($0) } ?? [] }
    var results: [String: Any] { members["clientExtensionResults"] as? [String: Any] ?? [:] }
    var prf: [String]? {
      let results = (results["prf"] as? [String: Any])?["results"] as? [String: String]
      return results.map { [$0["first"], $0["second"]].compactMap { $0 } }
    }
    /// The bytes of a member of `response`.
    func part(_ name: String) -> [UInt8] {
      ((members["response"] as? [String: Any])?[name] as? String).flatMap { Base64URL.decode($0) } ?? []
    }
    var userHandle: [UInt8]? {
      ((members["response"] as? [String: Any])?["userHandle"] as? String).flatMap { Base64URL.decode($0) }
    }
  }
}

/// A person who types PINs when asked, and is present.
final class TypingPerson: Person, BuiltInVerification {
  struct State: Sendable {
    var pins: [String?] = [], asked: [Occasion] = [], presence = PresenceAnswer.present, waits = false
    var watchers: [CheckedContinuation<Void, Never>] = []
  }
  let state = Mutex(State())

  var verification: (any BuiltInVerification)? { self }
  var asked: [Occasion] { state.withLock { $0.asked } }

  func confirmPresence(for occasion: Occasion) async -> PresenceAnswer { state.withLock { $0.presence } }

  func askPIN(for occasion: Occasion, retries: Int) async -> Secret? {
    let (pin, waits) = state.withLock { state in
      state.asked.append(occasion)
      for watcher in state.watchers { watcher.resume() }
      state.watchers = []
      return (state.pins.isEmpty ? TestBrowser.pin : state.pins.removeFirst(), state.waits)
    }
    if waits {
      _ = try? await Task.sleep(for: .seconds(600))
      return nil
    }
    return pin.map { Secret(Array($0.utf8)) }
  }

  /// Returns once the PIN has been asked for.
  func untilAsked() async {
    await withCheckedContinuation { waiter in
      state.withLock { if $0.asked.isEmpty { $0.watchers.append(waiter) } else { waiter.resume() } }
    }
  }
}

/// Collects answers by their request number, in whatever order they arrive.
private final class Mailbox: Sendable {
  private struct State { var came: [Int: [UInt8]] = [:], waiting: [Int: CheckedContinuation<[UInt8], Never>] = [:] }
  private let state = Mutex(State())

  func put(_ bytes: [UInt8]) {
    let id = ((try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any])?["id"] as? Int ?? 0
    let waiter = state.withLock { state in
      let waiter = state.waiting.removeValue(forKey: id)
      if waiter == nil { state.came[id] = bytes }
      return waiter
    }
    waiter?.resume(returning: bytes)
  }

  func take(_ id: Int) async -> [UInt8] {
    await withCheckedContinuation { waiter in
      let came = state.withLock { state in
        let came = state.came.removeValue(forKey: id)
        if came == nil { state.waiting[id] = waiter }
        return came
      }
      if let came { waiter.resume(returning: came) }
    }
  }
}
