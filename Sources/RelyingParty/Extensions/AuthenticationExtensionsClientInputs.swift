import Encoding

/// The inputs of the requested extensions (WebAuthn Level 3 §5.7, §10; CTAP 2.1 §12).
public struct AuthenticationExtensionsClientInputs: Hashable, Sendable, Codable {
  /// `appid` (§10.1.1): accept credentials that were made with the U2F API for this AppID.
  public var appid: String?
  /// `appidExclude` (§10.1.2): refuse an authenticator that has a U2F credential for this AppID.
  public var appidExclude: String?
  /// `credProps` (§10.1.3): report whether the new credential is discoverable.
  public var credProps: Bool?
  /// `prf` (§10.1.4).
  public var prf: PRFInputs?
  /// `largeBlob` (§10.1.5).
  public var largeBlob: LargeBlobInputs?
  /// `uvm`: report how the user was verified.
  public var uvm: Bool?
  /// `credentialProtectionPolicy` (CTAP 2.1 §12.1).
  public var credentialProtectionPolicy: CredentialProtectionPolicy?
  /// `enforceCredentialProtectionPolicy` (CTAP 2.1 §12.1).
  public var enforceCredentialProtectionPolicy: Bool?
  /// `credBlob` (CTAP 2.1 §12.2).
  public var credBlob: [UInt8]?
  /// `getCredBlob` (CTAP 2.1 §12.2).
  public var getCredBlob: Bool?
  /// `minPinLength` (CTAP 2.1 §12.4).
  public var minPinLength: Bool?
  /// `hmacCreateSecret` (CTAP 2.1 §12.5).
  public var hmacCreateSecret: Bool?
  /// `payment` with `isPayment` (Secure Payment Confirmation §5): at registration, the credential may confirm payments
  /// on other sites.
  public var isPayment: Bool?

  /// Creates inputs without any extension; set the desired ones.
  public init() {}

  /// The identifiers that may appear in the outputs for these inputs, both the client's and the authenticator's.
  public var identifiers: Set<String> {
    var names: Set<String> = []
    if appid != nil { names.insert("appid") }
    if appidExclude != nil { names.insert("appidExclude") }
    if credProps != nil { names.insert("credProps") }
    if prf != nil { names.formUnion(["prf", "hmac-secret", "hmac-secret-mc"]) }
    if largeBlob != nil { names.formUnion(["largeBlob", "largeBlobKey"]) }
    if uvm != nil { names.insert("uvm") }
    if credentialProtectionPolicy != nil { names.formUnion(["credentialProtectionPolicy", "credProtect"]) }
    if credBlob != nil || getCredBlob != nil { names.formUnion(["credBlob", "getCredBlob"]) }
    if minPinLength != nil { names.insert("minPinLength") }
    if hmacCreateSecret != nil { names.formUnion(["hmacCreateSecret", "hmac-secret"]) }
    if isPayment != nil { names.formUnion(["payment", "thirdPartyPayment"]) }
    return names
  }
}

/// The inputs of the `prf` extension (WebAuthn Level 3 §10.1.4).
public struct PRFInputs: Hashable, Sendable, Codable {
  /// The inputs for any credential.
  public var eval: PRFValues?
  /// Inputs for particular credentials; allowed only in a request with a list of allowed credentials.
  public var evalByCredential: [[UInt8]: PRFValues]

  /// Creates the inputs. Without any values, the extension only asks whether the authenticator supports it.
  public init(eval: PRFValues? = nil, evalByCredential: [[UInt8]: PRFValues] = [:]) {
    (self.eval, self.evalByCredential) = (eval, evalByCredential)
  }
}

/// Inputs of the pseudo-random function (WebAuthn Level 3 §10.1.4 "prf"): the browser hashes them before the
/// authenticator sees them.
public struct PRFValues: Hashable, Sendable, Codable {
  /// The first input.
  public var first: [UInt8]
  /// A second input, to obtain two outputs with one touch.
  public var second: [UInt8]?

  /// Creates one input or two.
  public init(first: [UInt8], second: [UInt8]? = nil) { (self.first, self.second) = (first, second) }
}

/// The inputs of the `largeBlob` extension (WebAuthn Level 3 §10.1.5).
public enum LargeBlobInputs: Hashable, Sendable, Codable {
  /// At registration: `required` or `preferred`.
  case support(required: Bool)
  /// At authentication: read the blob.
  case read
  /// At authentication: write the blob.
  case write([UInt8])
}

extension AuthenticationExtensionsClientInputs {
  /// Writes `AuthenticationExtensionsClientInputsJSON` (WebAuthn Level 3 §5.7.2).
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("appid", appid)
      json.member("appidExclude", appidExclude)
      json.member("credProps", credProps)
      if let prf { json.member("prf", prf.write) }
      if let largeBlob { json.member("largeBlob", largeBlob.write) }
      json.member("uvm", uvm)
      json.member("credentialProtectionPolicy", credentialProtectionPolicy?.rawValue)
      json.member("enforceCredentialProtectionPolicy", enforceCredentialProtectionPolicy)
      json.member("credBlob", base64URL: credBlob)
      json.member("getCredBlob", getCredBlob)
      json.member("minPinLength", minPinLength)
      json.member("hmacCreateSecret", hmacCreateSecret)
      if let isPayment { json.member("payment") { $0.object { $0.member("isPayment", isPayment) } } }
    }
  }
}

extension PRFInputs {
  func write(to json: inout JSONWriter) {
    json.object { json in
      if let eval { json.member("eval", eval.write) }
      guard !evalByCredential.isEmpty else { return }
      json.member("evalByCredential") {
        $0.object { json in
          // The entries are sorted, so that equal options produce equal bytes.
          for (id, values) in evalByCredential.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            json.member(Base64URL.encode(id), values.write)
          }
        }
      }
    }
  }
}

extension PRFValues {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("first", base64URL: first); $0.member("second", base64URL: second)
    }
  }
}

extension LargeBlobInputs {
  func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .support(let required): json.member("support", required ? "required" : "preferred")
      case .read: json.member("read", true)
      case .write(let blob): json.member("write", base64URL: blob)
      }
    }
  }
}
