import Encoding

/// The authenticator data, which is signed together with the hash of the client data (WebAuthn L3 §6.1).
struct AuthenticatorDataBytes: Sendable {
  let rpIDHash: [UInt8]
  let verification: Verification
  let profile: FlagProfile
  let counter: UInt32
  var attested: Attested?
  /// The outputs of the extensions: a map, which is empty if no extension has an output.
  var extensions: CBORValue = .map([])

  /// The new credential (WebAuthn L3 §6.5.1).
  struct Attested: Sendable {
    let aaguid: [UInt8]
    let id: [UInt8]
    /// The credential's public key: an uncompressed point.
    let publicKey: [UInt8]
  }

  var bytes: [UInt8] {
    var flags = profile.backupFlags
    if verification.isUserPresent { flags.insert(.userPresent) }
    if verification.isUserVerified { flags.insert(.userVerified) }
    if attested != nil { flags.insert(.attestedCredential) }
    let hasExtensions = extensions != .map([])
    if hasExtensions { flags.insert(.extensions) }
    var bytes = rpIDHash + [flags.rawValue] + counter.bigEndianBytes
    if let attested {
      bytes += attested.aaguid + UInt16(truncatingIfNeeded: attested.id.count).bigEndianBytes + attested.id
      bytes += COSEPoint(uncompressed: attested.publicKey).key(algorithm: COSEPoint.signing).encoded()
    }
    return hasExtensions ? bytes + extensions.encoded() : bytes
  }
}

extension FixedWidthInteger {
  /// The bytes, most significant first.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
  /// The bytes, least significant first.
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
