import Encoding

extension PublicKeyCredentialCreationOptions {
  /// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3 §5.1.9), as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

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
