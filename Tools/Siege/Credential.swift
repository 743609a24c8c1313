import Encoding
import Foundation
import TestSite

extension String {
  private var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(utf8))) as? [String: Any] ?? [:]
  }
  /// The id in a credential's JSON.
  var credentialID: String { object["id"] as? String ?? "" }
  /// The signature counter in an authentication response (WebAuthn Level 3 §6.1).
  var signatureCounter: Int? {
    let response = object["response"] as? [String: Any]
    guard let data = (response?["authenticatorData"] as? String).flatMap({ Base64URL.decode($0) }), data.count >= 37
    else { return nil }
    return data[33..<37].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Visitor {
  /// Sends an answer to a sign-in's question.
  func verify(_ credential: String) async throws -> HTTPAnswer {
    try await post("/api/authentication/verify", credential)
  }
}
