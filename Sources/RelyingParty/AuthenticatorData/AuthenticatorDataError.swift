import Encoding

/// Why bytes are not authenticator data (WebAuthn Level 3 §6.1).
public enum AuthenticatorDataError: Error, Hashable, Sendable {
  /// Too short, too long, or the flags contradict the content.
  case malformed
  /// The extension outputs are not a map in the form CTAP2 prescribes.
  case cbor(CBORError)
  /// The public key is not a COSE key.
  case publicKey(COSEKeyError)

  var code: WebAuthnErrorCode {
    switch self {
    case .malformed: .malformedAuthenticatorData
    case .cbor, .publicKey(.cbor): .malformedCBOR
    case .publicKey(let error): error.code
    }
  }
}
