import Encoding

/// What a page asks of the extension `prf` (WebAuthn L3 §10.1.4).
struct PRFRequest: Hashable, Sendable {
  var eval: PRFSalts?
  /// By credential id.
  var evalByCredential: [[UInt8]: PRFSalts] = [:]

  init(_ input: DetailsReader) throws(BrowserFailure) {
    if let values = try input.object("eval") { eval = try Self.salts(values) }
    for (name, value) in try input.object("evalByCredential")?.members ?? [] {
      guard let id = Base64URL.decode(name), !id.isEmpty else { throw BrowserFailure(.syntax) }
      evalByCredential[id] = try Self.salts(value)
    }
  }

  /// For a sign-in with this list of credentials.
  func check(allowed: [[UInt8]]) throws(BrowserFailure) {
    guard !evalByCredential.isEmpty else { return }
    guard !allowed.isEmpty else { throw BrowserFailure(.notSupported) }
    guard evalByCredential.keys.allSatisfy(allowed.contains) else { throw BrowserFailure(.syntax) }
  }

  func salts(for credential: [UInt8]?) -> PRFSalts? { credential.flatMap { evalByCredential[$0] } ?? eval }

  private static func salts(_ values: DetailsReader) throws(BrowserFailure) -> PRFSalts {
    PRFSalts(first: try values.bytes("first").needed(), second: try values.bytes("second"))
  }
}
