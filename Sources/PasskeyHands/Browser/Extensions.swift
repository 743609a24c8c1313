import Authenticator
import Encoding
import HandsTools

/// The extensions requested by a page that have a meaning here; all others are ignored, as WebAuthn specifies.
struct ExtensionRequest: Hashable, Sendable {
  enum LargeBlob: Hashable, Sendable {
    case support(isRequired: Bool)
    case read
    case write([UInt8])
  }
  var credProps = false
  var prf: PRFRequest?
  var largeBlob: LargeBlob?
  /// The protection level, as numbered by CTAP (CTAP 2.1 §12.1).
  var credentialProtection: Int64?
  var enforcesCredentialProtection = false
  var credBlob: [UInt8]?
  var getCredBlob = false
  var minPinLength = false
  var hmacCreateSecret = false

  init(_ details: DetailsReader) throws(BrowserFailure) {
    guard let inputs = try details.object("extensions") else { return }
    credProps = try inputs.boolean("credProps") ?? false
    if let input = try inputs.object("prf") { prf = try PRFRequest(input) }
    if let input = try inputs.object("largeBlob") { largeBlob = try Self.largeBlob(input) }
    if let policy = try inputs.string("credentialProtectionPolicy") {
      guard let index = Self.policies.firstIndex(of: policy) else { throw BrowserFailure(.syntax) }
      credentialProtection = Int64(index + 1)
    }
    enforcesCredentialProtection = try inputs.boolean("enforceCredentialProtectionPolicy") ?? false
    credBlob = try inputs.bytes("credBlob")
    getCredBlob = try inputs.boolean("getCredBlob") ?? false
    minPinLength = try inputs.boolean("minPinLength") ?? false
    hmacCreateSecret = try inputs.boolean("hmacCreateSecret") ?? false
  }
  private static let policies = [
    "userVerificationOptional", "userVerificationOptionalWithCredentialIDList", "userVerificationRequired",
  ]

  private static func largeBlob(_ input: DetailsReader) throws(BrowserFailure) -> LargeBlob? {
    let (support, read, write) = (
      try input.string("support"), try input.boolean("read") ?? false, try input.bytes("write")
    )
    guard [support != nil, read, write != nil].filter(\.self).count <= 1 else { throw BrowserFailure(.notSupported) }
    if let write { return .write(write) }
    return read ? .read : support.map { .support(isRequired: $0 == "required") }
  }
}

/// A page's request for the extension `prf` (WebAuthn L3 §10.1.4).
struct PRFRequest: Hashable, Sendable {
  var eval: PRFSalts?
  /// The salts for individual credentials, by credential id.
  var evalByCredential: [[UInt8]: PRFSalts] = [:]

  init(_ input: DetailsReader) throws(BrowserFailure) {
    if let values = try input.object("eval") { eval = try Self.salts(values) }
    for (name, value) in try input.object("evalByCredential")?.members ?? [] {
      guard let id = Base64URL.decode(name), !id.isEmpty else { throw BrowserFailure(.syntax) }
      evalByCredential[id] = try Self.salts(value)
    }
  }

  /// Validates the request for a sign-in with this list of credentials.
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

/// The inputs of the WebAuthn extension `prf`, in the form that CTAP's extension `hmac-secret` accepts (WebAuthn L3
/// §10.1.4; CTAP 2.1 §12.5).
struct PRFSalts: Hashable, Sendable {
  private let salts: [[UInt8]]

  /// - Parameters:
  ///   - first: The page's input, which is hashed so that no page can request the output of a different use of the key.
  init(first: [UInt8], second: [UInt8]?) { salts = [first, second].compactMap { $0.map(PRFSalt.salt) } }

  /// Returns the input of the extension.
  func input(by agreement: PlatformAgreement) throws -> CBORValue {
    try agreement.hmacSecretInput(salts.map { Secret($0) })
  }

  /// Decrypts the output of the extension: one output of 32 bytes for each input.
  func outputs(_ sealed: ArraySlice<UInt8>, by agreement: PlatformAgreement) -> [[UInt8]]? {
    guard let outputs = try? agreement.openOutputs(sealed), outputs.count == salts.count else { return nil }
    return outputs.map { $0.withBytes { Array($0) } }
  }
}

/// The `clientExtensionResults` of a response (WebAuthn L3 §10; CTAP 2.1 §12).
struct ExtensionResults: Sendable {
  struct PRF: Sendable {
    /// `true` if the credential supports `prf`; reported only at registration.
    var isEnabled: Bool?
    var outputs: [[UInt8]]?
  }
  var isDiscoverable: Bool?
  var prf: PRF?
  var hmacCreateSecret: Bool?
  var largeBlobSupported: Bool?
  var largeBlob: [UInt8]?
  var largeBlobWritten: Bool?
  var credBlobStored: Bool?
  var credBlob: [UInt8]?

  func write(to json: inout JSONWriter) {
    json.object { json in
      if let isDiscoverable { json.member("credProps") { $0.object { $0.member("rk", isDiscoverable) } } }
      if let prf { json.member("prf", prf.write) }
      if largeBlobSupported != nil || largeBlob != nil || largeBlobWritten != nil {
        json.member("largeBlob") {
          $0.object {
            $0.member("supported", largeBlobSupported)
            $0.member("blob", base64URL: largeBlob)
            $0.member("written", largeBlobWritten)
          }
        }
      }
      json.member("hmacCreateSecret", hmacCreateSecret)
      json.member("credBlob", credBlobStored)
      json.member("getCredBlob", base64URL: credBlob)
    }
  }
}

extension ExtensionResults.PRF {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("enabled", isEnabled)
      guard let outputs, let first = outputs.first else { return }
      json.member("results") {
        $0.object {
          $0.member("first", base64URL: first)
          $0.member("second", base64URL: outputs.dropFirst().first)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes the members with which responses to registration and sign-in begin.
  mutating func credential(_ id: [UInt8], isPlatform: Bool, _ results: ExtensionResults) {
    member("id", base64URL: id)
    member("rawId", base64URL: id)
    member("type", "public-key")
    member("authenticatorAttachment", isPlatform ? "platform" : "cross-platform")
    member("clientExtensionResults", results.write)
  }
}
