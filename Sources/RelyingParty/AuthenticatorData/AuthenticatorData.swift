import Encoding

/// What the authenticator signs (WebAuthn Level 3 §6.1), read in place.
public struct AuthenticatorData: Hashable, Sendable {
  /// The bytes as they were signed.
  public let bytes: [UInt8]
  /// The flags.
  public let flags: AuthenticatorFlags
  /// The signature counter.
  public let signCount: UInt32
  /// The new credential; present at registration only.
  public let attestedCredentialData: AttestedCredentialData?
  private let extensionBytes: Range<Int>?

  /// SHA-256 of the RP ID.
  public var rpIDHash: ArraySlice<UInt8> { bytes[0..<32] }

  /// Whether it was made for the RP ID or AppID with this hash.
  func isScoped(to hash: [UInt8]) -> Bool { bytes[0..<32] == hash[...] }

  /// The outputs of the authenticator's extensions (§9.5): a map, or `nil` where there are none.
  public var extensions: CBORValue? {
    guard let extensionBytes else { return nil }
    var reader = CBORReader(bytes, in: extensionBytes)
    return try? reader.readValue()
  }

  /// Whether extension outputs are there; cheaper than ``extensions``.
  public var hasExtensions: Bool { extensionBytes != nil }

  /// Reads all of `bytes`: nothing may be missing and nothing may follow.
  public init(_ bytes: [UInt8]) throws(AuthenticatorDataError) {
    guard bytes.count >= 37 else { throw .malformed }
    self.bytes = bytes
    flags = AuthenticatorFlags(rawValue: bytes[32])
    signCount = UInt32(bytes[33]) << 24 | UInt32(bytes[34]) << 16 | UInt32(bytes[35]) << 8 | UInt32(bytes[36])
    var position = 37
    if flags.contains(.attestedCredentialData) {
      attestedCredentialData = try Self.attestedCredentialData(in: bytes, &position)
    } else {
      attestedCredentialData = nil
    }
    if flags.contains(.extensionData) {
      var reader = CBORReader(bytes, in: position..<bytes.count)
      do throws(CBORError) {
        guard try reader.nextMajorType() == 5 else { throw .unexpectedType }
        extensionBytes = try reader.skip()
      } catch { throw .cbor(error) }
      position = reader.position
    } else {
      extensionBytes = nil
    }
    guard position == bytes.count else { throw .malformed }
  }

  private static func attestedCredentialData(in bytes: [UInt8], _ position: inout Int) throws(AuthenticatorDataError) -> AttestedCredentialData {
    guard bytes.count - position >= 18, let aaguid = AAGUID(bytes[position..<position + 16]) else { throw .malformed }
    let length = Int(bytes[position + 16]) << 8 | Int(bytes[position + 17])
    position += 18
    guard bytes.count - position >= length else { throw .malformed }
    let credentialID = position..<position + length
    var reader = CBORReader(bytes, in: position + length..<bytes.count)
    let key: COSEKey
    do { key = try COSEKey(from: &reader) } catch { throw .publicKey(error) }
    position = reader.position
    return AttestedCredentialData(aaguid: aaguid, credentialID: credentialID, in: bytes, credentialPublicKey: key)
  }
}
