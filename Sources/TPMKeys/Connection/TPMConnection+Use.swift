import Authenticator
import CTSS2
import Crypto
import Encoding

extension TPMConnection {
  /// - Returns: A DER `ECDSA-Sig-Value`.
  func sign(_ digest: [UInt8], with key: ESYS_TR, _ session: ESYS_TR) throws(KeyStoreError) -> [UInt8] {
    guard var hash = TPM2B_DIGEST(digest) else { throw KeyStoreError(.failed) }
    var scheme = TPMT_SIG_SCHEME(), validation = TPMT_TK_HASHCHECK(), signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
    scheme.scheme = Algorithm.null  // the key has its own
    validation.tag = 0x8024  // TPM_ST_HASHCHECK, of nobody: the key signs what others hashed
    validation.hierarchy = 0x4000_0007
    try run("TPM2_Sign") { Esys_Sign(esys, key, session, Handle.none, Handle.none, &hash, &scheme, &validation, &signature) }
    forget(session)
    return try Self.take(signature) { Self.encoded($0.pointee) }
  }

  static func encoded(_ signature: TPMT_SIGNATURE) -> [UInt8]? {
    let r = signature.signature.ecdsa.signatureR.bytes, s = signature.signature.ecdsa.signatureS.bytes
    guard signature.sigAlg == Algorithm.ecdsa, r.count <= 32, s.count <= 32 else { return nil }
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
