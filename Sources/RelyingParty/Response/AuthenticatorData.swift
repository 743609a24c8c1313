import Crypto
import Encoding

/// The authenticator data (WebAuthn Level 3 §6.1), which the authenticator signs, parsed in place.
public struct AuthenticatorData: Hashable, Sendable {
  /// The signed bytes.
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

  /// Returns `true` if the authenticator data was created for the RP ID or AppID with this hash.
  func isScoped(to hash: [UInt8]) -> Bool { bytes[0..<32] == hash[...] }

  /// The authenticator's extension outputs (§9.5): a map, or `nil` if there are none.
  public var extensions: CBORValue? {
    guard let extensionBytes else { return nil }
    var reader = CBORReader(bytes, in: extensionBytes)
    return try? reader.readValue()
  }

  /// `true` if there are extension outputs; cheaper than ``extensions``.
  public var hasExtensions: Bool { extensionBytes != nil }

  /// Reads all of `bytes`. Throws if bytes are missing or extra bytes follow.
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

  private static func attestedCredentialData(in bytes: [UInt8], _ position: inout Int) throws(AuthenticatorDataError)
    -> AttestedCredentialData
  {
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

/// The new credential inside the authenticator data (WebAuthn Level 3 §6.5.1).
public struct AttestedCredentialData: Hashable, Sendable {
  /// The authenticator's model, as the authenticator reports it.
  public let aaguid: AAGUID
  /// The credential id.
  public var credentialID: ArraySlice<UInt8> { bytes[credentialIDRange] }
  /// The public key.
  public let credentialPublicKey: COSEKey
  private let bytes: [UInt8]
  private let credentialIDRange: Range<Int>

  init(aaguid: AAGUID, credentialID: Range<Int>, in bytes: [UInt8], credentialPublicKey: COSEKey) {
    (self.aaguid, credentialIDRange, self.bytes, self.credentialPublicKey) = (
      aaguid, credentialID, bytes, credentialPublicKey
    )
  }

  /// Returns `true` if the models, ids and keys of both values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.aaguid == right.aaguid && left.credentialID == right.credentialID
      && left.credentialPublicKey == right.credentialPublicKey
  }
  /// Hashes the credential id only.
  public func hash(into hasher: inout Hasher) { hasher.combine(credentialID) }
}

/// The flags of the authenticator data (WebAuthn Level 3 §6.1). BE and BS are the authenticator's claims, never proof.
public struct AuthenticatorFlags: OptionSet, Hashable, Sendable, Codable {
  /// The flags byte.
  public let rawValue: UInt8
  /// Creates flags from any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// UP: the user was present.
  public static let userPresent = Self(rawValue: 0x01)
  /// UV: the user was verified.
  public static let userVerified = Self(rawValue: 0x04)
  /// BE: the credential is eligible for backup (a synced passkey).
  public static let backupEligible = Self(rawValue: 0x08)
  /// BS: the credential is backed up.
  public static let backedUp = Self(rawValue: 0x10)
  /// AT: attested credential data follows.
  public static let attestedCredentialData = Self(rawValue: 0x40)
  /// ED: extension outputs follow.
  public static let extensionData = Self(rawValue: 0x80)
}

/// The reason why bytes are not authenticator data (WebAuthn Level 3 §6.1).
public enum AuthenticatorDataError: Error, Hashable, Sendable {
  /// The data is too short or too long, or its flags contradict its content.
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

extension AuthenticatorData {
  /// Verifies the flags, in the same way for both ceremonies: §7.1 steps 15 to 17, §7.2 steps 16 to 18.
  func verifyFlags(userPresence: Bool, userVerification: Bool, firstStep: CeremonyStep) throws(WebAuthnError) {
    func step(_ offset: Int) -> CeremonyStep { CeremonyStep(firstStep.ceremony, firstStep.number + offset) }

    // §7.1 step 15, §7.2 step 16
    if userPresence, !flags.contains(.userPresent) {
      throw WebAuthnError(step(0), .userNotPresent, expected: "UP", received: "no UP")
    }

    // §7.1 step 16, §7.2 step 17
    if userVerification, !flags.contains(.userVerified) {
      throw WebAuthnError(step(1), .userNotVerified, expected: "UV", received: "no UV")
    }

    // §7.1 step 17, §7.2 step 18
    if flags.contains(.backedUp), !flags.contains(.backupEligible) {
      throw WebAuthnError(step(2), .backupStateInconsistent, expected: "BE with BS", received: "BS without BE")
    }
  }

  var backupEligibility: BackupEligibility { flags.contains(.backupEligible) ? .eligible : .notEligible }
}

extension [UInt8] {
  /// Returns these bytes followed by the SHA-256 of `other`, which is the message that authenticators sign.
  func appendingHash(of other: [UInt8]) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(count + 32)
    message += self
    SHA256.hash(data: other).withUnsafeBytes { message += $0 }
    return message
  }

  /// The SHA-256 of these bytes.
  var hash: [UInt8] { SHA256.hash(data: self).withUnsafeBytes { Array($0) } }
}
