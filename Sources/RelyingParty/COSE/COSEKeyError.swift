import Encoding

/// Why a public key is refused (WebAuthn Level 3 §6.5.1.1, RFC 9052 §7).
public enum COSEKeyError: Error, Hashable, Sendable {
  /// Not a COSE_Key map in the form CTAP2 prescribes.
  case cbor(CBORError)
  /// A parameter is missing or superfluous, has the wrong length, or the point is not on the curve.
  case invalid
  /// A key type, curve or algorithm that is not supported.
  case unsupported

  var code: WebAuthnErrorCode {
    switch self {
    case .cbor: .malformedCBOR
    case .invalid: .invalidPublicKey
    case .unsupported: .unsupportedPublicKey
    }
  }
}
