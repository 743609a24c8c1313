import Encoding

/// What a browser says it can do: the answer of `PublicKeyCredential.getClientCapabilities()` (WebAuthn Level 3 §5.1.7).
///
/// There are three answers: `true`, `false`, and `nil` where the browser does not say, which means neither.
public struct ClientCapabilities: Hashable, Sendable, Codable {
  private var answers: [String: Bool] = [:]

  /// Reads the answer as JSON, an object. A member that is neither `true` nor `false` counts as not said. `nil` for anything else.
  public init?(json: [UInt8]) {
    guard let document = try? JSONDocument(json), document.root.kind == .object else { return nil }
    for member in document.members(of: document.root) {
      if let name = document.string(member.name), let answer = document.boolean(member.value) { answers[name] = answer }
    }
  }

  /// What the browser says about one.
  public subscript(capability: ClientCapability) -> Bool? { answers[capability.rawValue] }

  /// All that it says something about, by name.
  public var named: [ClientCapability] { answers.keys.sorted().map(ClientCapability.init) }
}
