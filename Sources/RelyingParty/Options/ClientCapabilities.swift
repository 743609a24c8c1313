import Encoding

/// The capabilities that a browser reports: the result of `PublicKeyCredential.getClientCapabilities()` (WebAuthn Level
/// 3 §5.1.7).
///
/// Each answer is `true`, `false`, or `nil` if the browser does not report the capability, which implies neither.
public struct ClientCapabilities: Hashable, Sendable, Codable {
  private var answers: [String: Bool] = [:]

  /// Reads the answer, a JSON object; `nil` for anything else. Members that are neither `true` nor `false` are ignored.
  public init?(json: [UInt8]) {
    guard let document = try? JSONDocument(json), document.root.kind == .object else { return nil }
    for member in document.members(of: document.root) {
      if let name = document.string(member.name), let answer = document.boolean(member.value) { answers[name] = answer }
    }
  }

  /// The browser's answer about one capability.
  public subscript(capability: ClientCapability) -> Bool? { answers[capability.rawValue] }

  /// All capabilities that the browser reports on, sorted by name.
  public var named: [ClientCapability] { answers.keys.sorted().map(ClientCapability.init) }
}

/// Something that a browser can do (WebAuthn Level 3 §5.8.8 `ClientCapability`). Unknown names are kept, because the
/// list grows.
public struct ClientCapability: RawRepresentable, Hashable, Sendable, Codable {
  /// The name that browsers use.
  public var rawValue: String
  /// Creates a capability with any name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Registers without a prompt, after a password was filled in.
  public static let conditionalCreate = Self(rawValue: "conditionalCreate")
  /// Offers passkeys as autofill suggestions.
  public static let conditionalGet = Self(rawValue: "conditionalGet")
  /// Responds immediately or not at all.
  public static let immediateGet = Self(rawValue: "immediateGet")
  /// Can reach a different device, such as a phone.
  public static let hybridTransport = Self(rawValue: "hybridTransport")
  /// Has a passkey provider, on this device or through a different one.
  public static let passkeyPlatformAuthenticator = Self(rawValue: "passkeyPlatformAuthenticator")
  /// Can verify the user on this device.
  public static let userVerifyingPlatformAuthenticator = Self(rawValue: "userVerifyingPlatformAuthenticator")
  /// Reads `/.well-known/webauthn`.
  public static let relatedOrigins = Self(rawValue: "relatedOrigins")
  /// Has `signalAllAcceptedCredentials`.
  public static let signalAllAcceptedCredentials = Self(rawValue: "signalAllAcceptedCredentials")
  /// Has `signalCurrentUserDetails`.
  public static let signalCurrentUserDetails = Self(rawValue: "signalCurrentUserDetails")
  /// Has `signalUnknownCredential`.
  public static let signalUnknownCredential = Self(rawValue: "signalUnknownCredential")
  /// Supports the client extension with the given identifier.
  public static func `extension`(_ identifier: String) -> Self { Self(rawValue: "extension:\(identifier)") }
}
