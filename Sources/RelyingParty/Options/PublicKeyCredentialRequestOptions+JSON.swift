import Encoding

extension PublicKeyCredentialRequestOptions {
  /// `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 §5.1.10), as `PublicKeyCredential.parseRequestOptionsFromJSON` takes it.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("challenge", base64URL: challenge)
      json.member("timeout", timeout)
      json.member("rpId", rpId)
      json.member("allowCredentials") { $0.array(allowCredentials) { $1.write(to: &$0) } }
      json.member("userVerification", userVerification.rawValue)
      json.member("hints") { $0.array(hints) { $0.string($1.rawValue) } }
      json.member("extensions", extensions.write)
    }
  }
}
