import Authenticator
import CTSS2
import Crypto
import Encoding

extension TPMConnection {
  /// A DER `ECDSA-Sig-Value`.
  static func encoded(_ signature: TPMT_SIGNATURE) -> [UInt8]? {
    guard signature.sigAlg == Algorithm.ecdsa else { return nil }
    return encoded(signature.signature.ecdsa.signatureR.bytes, signature.signature.ecdsa.signatureS.bytes)
  }

  static func encoded(_ r: [UInt8], _ s: [UInt8]) -> [UInt8]? {
    guard r.count <= 32, s.count <= 32 else { return nil }
    let whole = try? P256.Signing.ECDSASignature(rawRepresentation: CurvePoint.padded(r) + CurvePoint.padded(s))
    return whole.map { Array($0.derRepresentation) }
  }

  /// HMAC-SHA-256. A TPM takes 1024 bytes at once.
  func authenticationCode(of message: [UInt8], with key: ESYS_TR, _ session: ESYS_TR) throws(KeyStoreError) -> Secret {
    guard var buffer = TPM2B_MAX_BUFFER(message) else { throw KeyStoreError(.failed, "A message is longer than the TPM takes.") }
    defer { withUnsafeMutableBytes(of: &buffer) { Wiping.wipe($0) } }
    var code: UnsafeMutablePointer<TPM2B_DIGEST>?
    try run("TPM2_HMAC") { Esys_HMAC(esys, key, session, Handle.none, Handle.none, &buffer, Algorithm.sha256, &code) }
    forget(session)
    return try Self.take(code) { code in
      defer { withUnsafeMutableBytes(of: &code.pointee) { Wiping.wipe($0) } }
      return code.pointee.secret
    }
  }
}
