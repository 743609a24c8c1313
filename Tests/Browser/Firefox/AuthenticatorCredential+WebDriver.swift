import Foundation

/// A credential as the WebDriver extension of WebAuthn writes it: all bytes in base64url.
/// Source: https://www.w3.org/TR/webauthn-3/#sctn-automation-add-credential
extension AuthenticatorCredential {
  init(webDriver json: JSON) {
    func bytes(_ name: String) -> Data? {
      json[name].string.flatMap { Data(base64Encoded: Base64.standard(fromURL: $0)) }
    }
    self.init(
      id: json["credentialId"].string ?? "", rpID: json["rpId"].string ?? "", userHandle: bytes("userHandle"),
      privateKey: bytes("privateKey") ?? Data(), isDiscoverable: json["isResidentCredential"].bool ?? false,
      signCount: json["signCount"].int ?? 0)
  }

  var webDriver: JSON {
    func text(_ bytes: Data) -> JSON { .string(Base64.url(fromStandard: bytes.base64EncodedString())) }
    return [
      "credentialId": .string(id), "rpId": .string(rpID), "privateKey": text(privateKey),
      "userHandle": text(userHandle ?? Data()), "isResidentCredential": .bool(isDiscoverable),
      "signCount": .number(Double(signCount)),
    ]
  }
}
