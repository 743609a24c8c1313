import Encoding
import Flows
import Foundation
import HandsProtocol
import Model
import TestSite
import Testing

/// The steps that a program takes at the endpoints, each defined once.
extension Visitor {
  /// Starts a run and returns its address.
  func start(_ flow: String) async throws -> String {
    try #require(try await submit("/start/\(flow)").header("location"))
  }

  /// Opens a run as `hands.js` does.
  func open(_ run: String) async throws -> HTTPAnswer { try await post(run + "/open") }

  func press(
    _ action: String, _ fields: [String: String] = [:], on run: String, at revision: Int,
    accept: String = "application/json"
  ) async throws
    -> HTTPAnswer
  {
    try await submit(
      run, fields.merging(["action": action, "revision": "\(revision)"]) { _, new in new }, accept: accept)
  }

  /// Sends the hands' report in this version of the protocol.
  func report(_ news: [String: Any], on run: String) async throws -> HTTPAnswer {
    let message = news.merging(["version": ProtocolVersion.current]) { $1 }
    return try await post(
      run + "/news", String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self))
  }

  /// Returns the page of a room of Settings.
  func room(_ room: SettingsRoom) async throws -> String { try await get(room.path, accept: "text/html").text }
  /// Returns the page of one key.
  func key(_ id: String) async throws -> String {
    try await get(SettingsRoom.keys.path + "/" + id, accept: "text/html").text
  }
  /// Returns the rows of the keys that a room lists, without what follows the list.
  func keyRows(in room: SettingsRoom = .keys) async throws -> [String] {
    try await self.room(room).split(separator: "<a class=\"key-row\"").dropFirst().map {
      String($0.prefix(upTo: $0.firstRange(of: "</li>")?.lowerBound ?? $0.endIndex))
    }
  }

  /// `true` if the server considers this visitor signed in.
  func isSignedIn() async throws -> Bool { try await get("/account", accept: "text/html").status == 200 }
}

extension HTTPAnswer {
  var revision: Int { json["revision"] as? Int ?? -1 }
  /// The first task for the hands, with its ticket and its options.
  var start: (ticket: Int, options: String)? {
    guard let work = (json["start"] as? [[String: Any]])?.first, let ticket = work["ticket"] as? Int else { return nil }
    return (ticket, work["options"] as? String ?? "")
  }
  var screenText: String {
    let screen = json["screen"].flatMap { try? JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys]) }
    return screen.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// A well-formed answer to a challenge that no authenticator made.
func madeUpAnswer(to options: String, origin: String, type: String = "webauthn.get", attestationObject: String? = nil)
  throws -> String
{
  let parsed = try #require(try JSONSerialization.jsonObject(with: Data(options.utf8)) as? [String: Any])
  let challenge = try #require(parsed["challenge"] as? String)
  let clientData = Base64URL.encode(
    Array("{\"type\":\"\(type)\",\"challenge\":\"\(challenge)\",\"origin\":\"\(origin)\",\"crossOrigin\":false}".utf8))
  let response =
    attestationObject.map { "\"attestationObject\":\"\($0)\"" }
      ?? """
      "authenticatorData":"\(Base64URL.encode([UInt8](repeating: 0, count: 37)))","signature":"AAAA","userHandle":"AAAA"
      """
  return """
    {"id":"AAAA","rawId":"AAAA","type":"public-key","clientExtensionResults":{},\
    "response":{"clientDataJSON":"\(clientData)",\(response)}}
    """
}
