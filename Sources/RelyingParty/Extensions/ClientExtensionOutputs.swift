import Encoding

/// The browser's outputs of the extensions (`clientExtensionResults`, WebAuthn Level 3 §5.8, §10.1; CTAP 2.2 §12).
///
/// All of these outputs are only claims: none is signed, and the sender of the response can write anything.
/// ``AuthenticatorExtensionOutputs`` contains the outputs that the authenticator signed. A member of the wrong type is
/// read as `nil`.
public struct ClientExtensionOutputs: Sendable {
  let results: ClientExtensionResults?

  /// The identifiers of all outputs, known and unknown.
  public var identifiers: [String] { results?.identifiers ?? [] }
  /// `credProps.rk` (§10.1.3): whether the credential is discoverable.
  public var isDiscoverable: Bool? { results?.boolean("credProps", "rk") }
  /// `prf.enabled` (§10.1.4): whether the new credential can evaluate the function.
  public var isPRFEnabled: Bool? { results?.boolean("prf", "enabled") }
  /// `largeBlob.supported` (§10.1.5): whether a blob can be stored with the new credential.
  public var isLargeBlobSupported: Bool? { results?.boolean("largeBlob", "supported") }
  /// `largeBlob.written` (§10.1.5): whether the blob was stored.
  public var isLargeBlobWritten: Bool? { results?.boolean("largeBlob", "written") }
  /// `largeBlob.blob` (§10.1.5): the blob that was read.
  public var largeBlob: [UInt8]? { results?.bytes("largeBlob", "blob") }
  /// `appid` (§10.1.1): whether the AppID was used in place of the RP ID.
  public var appid: Bool? { results?.boolean("appid") }
  /// `appidExclude` (§10.1.2): whether the browser acted on the request.
  public var appidExclude: Bool? { results?.boolean("appidExclude") }
  /// `credBlob` (CTAP 2.1 §12.2): at registration, whether the bytes were stored.
  public var isCredBlobStored: Bool? { results?.boolean("credBlob") }
  /// `getCredBlob` (CTAP 2.1 §12.2): at authentication, the stored bytes.
  public var credBlob: [UInt8]? { results?.bytes("getCredBlob") }
  /// `hmacCreateSecret` (CTAP 2.1 §12.5): at registration, whether the credential has a secret for HMAC.
  public var hmacCreateSecret: Bool? { results?.boolean("hmacCreateSecret") }
  /// `uvm` (WebAuthn Level 2 §10.3): how the user was verified, one to three factors.
  public var userVerificationMethods: [UserVerificationMethodEntry]? {
    results?.member("uvm").flatMap { results?.userVerificationMethods($0) }
  }
}

extension ClientExtensionResults {
  func userVerificationMethods(_ node: JSONNode) -> [UserVerificationMethodEntry]? {
    guard node.kind == .array else { return nil }
    let lists = document.items(of: node).map { entry in
      entry.kind == .array ? document.items(of: entry).map(document.integer) : []
    }
    return UserVerificationMethodEntry.entries(lists)
  }
}

/// `clientExtensionResults` of a response (WebAuthn Level 3 §5.8), read in place.
struct ClientExtensionResults: Sendable {
  let document: JSONDocument
  let node: JSONNode

  /// The identifiers of the outputs.
  var identifiers: [String] { document.members(of: node).compactMap { document.string($0.name) } }

  var hasPRFResults: Bool {
    document.member("prf", of: node).flatMap { document.member("results", of: $0) }.map { $0.kind != .null } ?? false
  }

  func member(_ name: StaticString) -> JSONNode? { document.member(name, of: node) }

  func boolean(_ name: StaticString) -> Bool? { document.member(name, of: node).flatMap(document.boolean) }

  func boolean(_ name: StaticString, _ inner: StaticString) -> Bool? {
    document.member(name, of: node).flatMap { document.member(inner, of: $0) }.flatMap(document.boolean)
  }

  func bytes(_ name: StaticString) -> [UInt8]? { document.member(name, of: node).flatMap(document.base64URL) }

  func bytes(_ name: StaticString, _ inner: StaticString) -> [UInt8]? {
    document.member(name, of: node).flatMap { document.member(inner, of: $0) }.flatMap(document.base64URL)
  }
}

/// Secrets that must never reach a server, but that a page includes in a response if it sends `toJSON()` unchanged.
public enum CarriedSecrets {
  /// Returns `true` if the response has `clientExtensionResults.prf.results` (WebAuthn Level 3 §10.1.4), outputs that
  /// unlock the person's data; `false` for a body that is not JSON.
  public static func prfResults(in json: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(json),
      let node = document.member("clientExtensionResults", of: document.root)
    else { return false }
    return ClientExtensionResults(document: document, node: node).hasPRFResults
  }
}

extension CarriedSecrets {
  /// Returns `true` if a document contains outputs of PRF (`prf.results`) or of its predecessor (`hmacGetSecret`)
  /// anywhere. This check is stricter than ``prfResults(in:)``, for places that display their input again.
  public static func anywhere(in document: JSONDocument) -> Bool { anywhere(in: document, document.root) }

  // The document is nested at most 32 levels deep.
  private static func anywhere(in document: JSONDocument, _ node: JSONNode) -> Bool {
    if document.items(of: node).contains(where: { anywhere(in: document, $0) }) { return true }
    return document.members(of: node).contains { name, value in
      if document.equals(name, "hmacGetSecret"), value.kind != .null { return true }
      if document.equals(name, "prf"), let results = document.member("results", of: value), results.kind != .null {
        return true
      }
      return anywhere(in: document, value)
    }
  }
}
