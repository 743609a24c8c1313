import Encoding

/// The options with which the browser creates a credential (WebAuthn Level 3 §5.4). Created by
/// ``RelyingParty/beginRegistration(user:challenge:excluding:request:)`` and written by `json()`.
public struct PublicKeyCredentialCreationOptions: Hashable, Sendable, Codable {
  /// The relying party.
  public var rp: PublicKeyCredentialRpEntity
  /// The account for which the credential is created.
  public var user: PublicKeyCredentialUserEntity
  /// The challenge.
  public var challenge: [UInt8]
  /// The acceptable algorithms, in order of preference.
  public var pubKeyCredParams: [COSEAlgorithmIdentifier]
  /// The milliseconds after which the browser may give up.
  public var timeout: Int?
  /// The credentials whose authenticators may not be registered again.
  public var excludeCredentials: [PublicKeyCredentialDescriptor]
  /// The kind of authenticator that may answer.
  public var authenticatorSelection: AuthenticatorSelectionCriteria
  /// The kinds of authenticator that the browser should offer first.
  public var hints: [PublicKeyCredentialHint]
  /// The requested attestation.
  public var attestation: AttestationConveyancePreference
  /// The attestation formats, in order of preference.
  public var attestationFormats: [String]
  /// The requested extensions.
  public var extensions: AuthenticationExtensionsClientInputs
}

/// The relying party as the browser and the authenticator see it (WebAuthn Level 3 §5.4.2).
public struct PublicKeyCredentialRpEntity: Hashable, Sendable, Codable {
  /// The RP ID, a host name.
  public var id: String
  /// A human-readable name.
  public var name: String

  /// Creates an entity from its RP ID and name.
  public init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

/// The account for which the new credential is created (WebAuthn Level 3 §5.4.3).
public struct PublicKeyCredentialUserEntity: Hashable, Sendable, Codable {
  /// The user handle: 1 to 64 bytes that reveal nothing about the person.
  public var id: [UInt8]
  /// The account's name, which distinguishes it from others.
  public var name: String
  /// The person's name.
  public var displayName: String

  /// Creates an entity from a user handle and two names.
  public init(id: [UInt8], name: String, displayName: String) {
    (self.id, self.name, self.displayName) = (id, name, displayName)
  }
}

extension PublicKeyCredentialCreationOptions {
  /// Returns `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3 §5.1.8), the form that
  /// `PublicKeyCredential.parseCreationOptionsFromJSON` accepts.
  public func json() -> [UInt8] { JSONWriter.bytes(write) }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("rp") {
        $0.object {
          $0.member("id", rp.id); $0.member("name", rp.name)
        }
      }
      json.member("user") {
        $0.object {
          $0.member("id", base64URL: user.id)
          $0.member("name", user.name)
          $0.member("displayName", user.displayName)
        }
      }
      json.member("challenge", base64URL: challenge)
      json.member("pubKeyCredParams") {
        $0.array(pubKeyCredParams) { json, algorithm in
          json.object {
            $0.member("type", "public-key"); $0.member("alg", algorithm.rawValue)
          }
        }
      }
      json.member("timeout", timeout)
      json.member("excludeCredentials") { $0.array(excludeCredentials) { $1.write(to: &$0) } }
      json.member("authenticatorSelection", authenticatorSelection.write)
      json.member("hints") { $0.array(hints) { $0.string($1.rawValue) } }
      json.member("attestation", attestation.rawValue)
      json.member("attestationFormats") { $0.array(attestationFormats) { $0.string($1) } }
      json.member("extensions", extensions.write)
    }
  }
}

extension PublicKeyCredentialDescriptor {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "public-key")
      json.member("id", base64URL: id)
      if !transports.isEmpty { json.member("transports") { $0.array(transports) { $0.string($1.rawValue) } } }
    }
  }
}

extension AuthenticatorSelectionCriteria {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("authenticatorAttachment", authenticatorAttachment?.rawValue)
      $0.member("residentKey", residentKey?.rawValue)
      $0.member("requireResidentKey", residentKey.map { $0 == .required })
      $0.member("userVerification", userVerification.rawValue)
    }
  }
}
