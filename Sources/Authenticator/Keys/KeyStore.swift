import Encoding

/// Where an authenticator's keys live: a TPM, whose keys cannot leave it, or a file, which says of itself that it is not device-bound.
///
/// A key is named by a reference: bytes that this store gave, that open nothing elsewhere, and that the authenticator keeps. The store itself
/// remembers no key, so that making one leaves nothing behind when what comes after it fails.
public protocol KeyStore: Sendable {
  /// Whether its keys cannot leave this machine, whatever is copied from its disk (E-01, E-09).
  var isDeviceBound: Bool { get }

  /// Makes a key inside the store. One that waits for the PIN is made without it; where none is set that is `pinNotSet`.
  func makeKey(_ use: KeyUse, guard: KeyGuard) async throws(KeyStoreError) -> MadeKey
  /// ECDSA with SHA-256 over `message`, as a DER `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
  func sign(_ message: [UInt8], with reference: KeyReference, leave: (any Leave)?) async throws(KeyStoreError)
    -> [UInt8]
  /// HMAC-SHA-256 of `message` under a key of use `.authenticationCode`: 32 bytes.
  func authenticationCode(of message: [UInt8], with reference: KeyReference, leave: (any Leave)?)
    async throws(KeyStoreError) -> Secret
  /// What the chip says about a signing key of its own, for the attestation format "tpm" (WebAuthn L3 §8.3). `nil` where the store has no
  /// certified attestation key.
  ///
  /// - Parameter extraData: 32 bytes, a SHA-256; so the attestation key has to sign with SHA-256, too.
  func certify(_ reference: KeyReference, over extraData: [UInt8], leave: (any Leave)?) async throws(KeyStoreError)
    -> KeyCertification?

  /// Adds one to the signature counter and gives it. What was given is never given again, also after a kill or when files are put back from a copy.
  func advanceCounter() async throws(KeyStoreError) -> UInt32
  /// Advances the counter and then signs what is made of its new value: both in one go, where that is quicker.
  func signCounting(
    with reference: KeyReference, leave: (any Leave)?, _ message: @Sendable (UInt32) -> [UInt8]
  ) async throws(KeyStoreError) -> CountedSignature

  /// Whether a PIN is set, and how many tries are left.
  func pinStatus() async throws(KeyStoreError) -> PINStatus
  /// Sets the first PIN.
  ///
  /// - Parameter pin: LEFT(SHA-256(PIN), 16), all that a CTAP authenticator ever keeps of a PIN (CTAP 2.1 §6.5.5.5).
  func setPIN(_ pin: Secret) async throws(KeyStoreError)
  /// Keys that wait for the PIN stay: they wait for the new one from now on.
  func changePIN(from old: Secret, to new: Secret) async throws(KeyStoreError)
  /// Judges a PIN; one try is counted before it is compared.
  ///
  /// - Returns: Leave to use the keys that wait for the PIN. It lasts at most `LeaveLifetime`, only in this process, and until the PIN is
  ///   changed or the store is reset by whichever process.
  func verifyPIN(_ pin: Secret) async throws(KeyStoreError) -> any Leave

  /// Tells one state of the store from another: other bytes after each reset and after each change of the PIN, by whichever process. Not a
  /// secret. It is asked for at each command, so it has to be had quickly; a store that was never used may give none.
  func generation() async throws(KeyStoreError) -> [UInt8]
  /// A key that only this store gives, for what stands on the disk beside it: 32 bytes, another one after each reset. The authenticator holds
  /// what it derives from it until the generation changes or it loses its power.
  func sealingKey() async throws(KeyStoreError) -> Secret
  /// Forgets the PIN; every key that was made until now never works again (E-08), also when files are put back from a copy.
  /// May be repeated after it was cut in the middle.
  func reset() async throws(KeyStoreError)
}

extension KeyStore {
  public func signCounting(
    with reference: KeyReference, leave: (any Leave)?, _ message: @Sendable (UInt32) -> [UInt8]
  ) async throws(KeyStoreError) -> CountedSignature {
    let message = message(try await advanceCounter())
    return CountedSignature(message: message, signature: try await sign(message, with: reference, leave: leave))
  }
}

/// A message with the counter in it, and its signature.
public struct CountedSignature: Hashable, Sendable {
  public var message: [UInt8]
  /// As `sign` gives it.
  public var signature: [UInt8]
  public init(message: [UInt8], signature: [UInt8]) { self.message = message; self.signature = signature }
}

/// What a key does.
public enum KeyUse: UInt8, Hashable, Sendable {
  /// P-256, ES256 (COSE algorithm -7).
  case signing = 1
  /// HMAC-SHA-256, for the extension hmac-secret.
  case authenticationCode = 2
}

/// What has to be shown before a key is used.
public enum KeyGuard: UInt8, Hashable, Sendable {
  /// The PIN (E-08); the store refuses without it, whoever asks.
  case pin = 1
  /// Nothing but this store.
  case nothing = 2
}

/// Names a key to the store that made it. Not a secret.
///
/// A signing key without guard has to have one of at most 223 bytes: sealed, it is the key handle of U2F, which has room for 255. All
/// references of one credential together stay below 900, because a credential id is never longer than 1023.
public struct KeyReference: Hashable, Sendable {
  public var bytes: [UInt8]
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// A key that was just made.
public struct MadeKey: Hashable, Sendable {
  public var reference: KeyReference
  /// An uncompressed P-256 point, 65 bytes (SEC 1 §2.3.3); empty for a key that signs nothing.
  public var publicKey: [UInt8]
  public init(reference: KeyReference, publicKey: [UInt8]) { self.reference = reference; self.publicKey = publicKey }
}

/// What stands in an attestation statement of format "tpm" (WebAuthn L3 §8.3).
public struct KeyCertification: Hashable, Sendable {
  /// A COSE algorithm.
  public var algorithm: Int64
  /// The certificate of the attestation key, then those above it; DER.
  public var certificates: [[UInt8]]
  /// `TPMS_ATTEST`.
  public var certInfo: [UInt8]
  /// As the attestation format wants it: for ECDSA a DER `ECDSA-Sig-Value`.
  public var signature: [UInt8]
  /// `TPMT_PUBLIC`.
  public var pubArea: [UInt8]
  public init(algorithm: Int64, certificates: [[UInt8]], certInfo: [UInt8], signature: [UInt8], pubArea: [UInt8]) {
    self.algorithm = algorithm; self.certificates = certificates; self.certInfo = certInfo
    self.signature = signature; self.pubArea = pubArea
  }
}

/// The state of the PIN.
public enum PINStatus: Hashable, Sendable {
  case notSet
  /// Tries left; 0 is blocked until a reset.
  case set(retries: Int)
}

/// That the PIN was shown: opaque to all but the store that gave it. Kept for one operation, never written down.
public protocol Leave: AnyObject, Sendable {}

/// How long a leave lasts at most, in seconds: as long as a PIN/UV auth token may be in use (CTAP 2.1 §6.5.2.1, maximum usage time period).
public enum LeaveLifetime { public static let seconds = 600 }

/// Why a key store did not do what it was asked. Equal by code.
public struct KeyStoreError: Error, Hashable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// The PIN is another one; so many tries are left.
    case wrongPIN(retries: Int)
    /// No try is left: only a reset helps.
    case pinBlocked
    /// No PIN is set.
    case pinNotSet
    /// A PIN is set already.
    case pinSet
    /// The key waits for the PIN, and none was shown or its leave is over.
    case pinRequired
    /// This store did not make that key, or it was made before a reset, or what names it is damaged.
    case unknownKey
    /// The TPM, or the file, is not there or does not answer.
    case unavailable
    /// Somebody else has it for longer than one waits.
    case busy
    /// No room.
    case full
    /// It answered what cannot be.
    case failed
  }
  public var code: Code
  public var reason: String
  public var location: String

  public init(_ code: Code, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code) \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
