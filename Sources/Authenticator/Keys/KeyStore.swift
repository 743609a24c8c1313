import Encoding

/// The store of an authenticator's keys. It is either a TPM, whose keys cannot leave it, or a file, which declares that
/// it is not device-bound.
///
/// A key is identified by a reference: bytes that this store returned and that the authenticator keeps. A reference
/// opens nothing elsewhere. The store itself remembers no keys, so creating one leaves nothing behind if a later step
/// fails.
public protocol KeyStore: Sendable {
  /// `true` if the store's keys cannot leave this machine, whatever is copied from its disk (E-01, E-09).
  var isDeviceBound: Bool { get }

  /// Creates a key inside the store. Creating a key that requires the PIN does not need the PIN itself. However, a PIN
  /// must be set; otherwise this throws `pinNotSet`.
  func makeKey(_ use: KeyUse, guard: KeyGuard) async throws(KeyStoreError) -> MadeKey
  /// Signs `message` with ECDSA and SHA-256, and returns a DER `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
  func sign(_ message: [UInt8], with reference: KeyReference, leave: (any PINSession)?) async throws(KeyStoreError)
    -> [UInt8]
  /// Returns the HMAC-SHA-256 of `message` under a key of use `.authenticationCode`: 32 bytes.
  func authenticationCode(of message: [UInt8], with reference: KeyReference, leave: (any PINSession)?)
    async throws(KeyStoreError) -> Secret
  /// Returns the chip's statement about one of its own signing keys, for the attestation format "tpm" (WebAuthn L3
  /// §8.3). Returns `nil` if the store has no certified attestation key.
  ///
  /// - Parameter extraData: A SHA-256 of 32 bytes; the attestation key therefore also signs with SHA-256.
  func certify(_ reference: KeyReference, over extraData: [UInt8], leave: (any PINSession)?) async throws(KeyStoreError)
    -> KeyCertification?

  /// Increments the signature counter by one and returns the new value. No value is ever returned twice, even after a
  /// crash or when files are restored from a copy.
  func advanceCounter() async throws(KeyStoreError) -> UInt32
  /// Advances the counter and then signs a message created from its new value, in a single operation if that is faster.
  func signCounting(
    with reference: KeyReference, leave: (any PINSession)?, _ message: @Sendable (UInt32) -> [UInt8]
  ) async throws(KeyStoreError) -> CountedSignature

  /// Returns the state of the PIN, including the number of tries left.
  func pinStatus() async throws(KeyStoreError) -> PINStatus
  /// Sets the first PIN.
  ///
  /// - Parameter pin: LEFT(SHA-256(PIN), 16), the only form in which a CTAP authenticator keeps a PIN (CTAP 2.1
  ///   §6.5.5.5).
  func setPIN(_ pin: Secret) async throws(KeyStoreError)
  /// Changes the PIN. Keys that require the PIN are kept, and require the new one.
  func changePIN(from old: Secret, to new: Secret) async throws(KeyStoreError)
  /// Verifies a PIN. The try is counted before the PIN is compared.
  ///
  /// - Returns: Permission to use the keys that require the PIN. It lasts at most `LeaveLifetime`, only in this
  ///   process, and only until any process changes the PIN or resets the store.
  func verifyPIN(_ pin: Secret) async throws(KeyStoreError) -> any PINSession

  /// Returns bytes that identify the state of the store. They change after each reset and each change of the PIN, by
  /// any process, and are not secret. They are requested at each command, so this must be fast. A store that has never
  /// been used may return no bytes.
  func generation() async throws(KeyStoreError) -> [UInt8]
  /// Returns a key for sealing data on the disk next to the store: 32 bytes, different after each reset. Only this
  /// store can return this key. The authenticator keeps keys derived from it until the generation changes or power is
  /// lost.
  func sealingKey() async throws(KeyStoreError) -> Secret
  /// Erases the PIN and invalidates every existing key for good (E-08), even when files are restored from a copy. May
  /// be repeated after an interruption.
  func reset() async throws(KeyStoreError)
}

extension KeyStore {
  public func signCounting(
    with reference: KeyReference, leave: (any PINSession)?, _ message: @Sendable (UInt32) -> [UInt8]
  ) async throws(KeyStoreError) -> CountedSignature {
    let message = message(try await advanceCounter())
    return CountedSignature(message: message, signature: try await sign(message, with: reference, leave: leave))
  }
}

/// A message that contains the counter, together with its signature.
public struct CountedSignature: Hashable, Sendable {
  public var message: [UInt8]
  /// The signature in the form that `sign` returns.
  public var signature: [UInt8]
  public init(message: [UInt8], signature: [UInt8]) { self.message = message; self.signature = signature }
}

/// The purpose of a key.
public enum KeyUse: UInt8, Hashable, Sendable {
  /// P-256, ES256 (COSE algorithm -7).
  case signing = 1
  /// HMAC-SHA-256, for the extension hmac-secret.
  case authenticationCode = 2
}

/// The verification required before a key is used.
public enum KeyGuard: UInt8, Hashable, Sendable {
  /// The PIN (E-08). Without the PIN, the store refuses every request.
  case pin = 1
  /// No verification. Access to this store is sufficient.
  case nothing = 2
}

/// A reference to a key, valid only for the store that created the key. It is not secret.
///
/// The reference to an unguarded signing key is at most 223 bytes long. In sealed form it becomes the U2F key handle,
/// which can hold 255 bytes. All references of one credential together stay below 900 bytes, because a credential id is
/// never longer than 1023.
public struct KeyReference: Hashable, Sendable {
  public var bytes: [UInt8]
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// A newly created key.
public struct MadeKey: Hashable, Sendable {
  public var reference: KeyReference
  /// The public key: an uncompressed P-256 point, 65 bytes (SEC 1 §2.3.3). Empty for a key that signs nothing.
  public var publicKey: [UInt8]
  public init(reference: KeyReference, publicKey: [UInt8]) { self.reference = reference; self.publicKey = publicKey }
}

/// The contents of an attestation statement of format "tpm" (WebAuthn L3 §8.3).
public struct KeyCertification: Hashable, Sendable {
  /// The signature's COSE algorithm.
  public var algorithm: Int64
  /// The attestation key's certificate, then its issuers' certificates, in DER.
  public var certificates: [[UInt8]]
  /// The signed statement, a `TPMS_ATTEST`.
  public var certInfo: [UInt8]
  /// The signature in the form that the attestation format requires: for ECDSA a DER `ECDSA-Sig-Value`.
  public var signature: [UInt8]
  /// The certified public key, a `TPMT_PUBLIC`.
  public var pubArea: [UInt8]
  public init(algorithm: Int64, certificates: [[UInt8]], certInfo: [UInt8], signature: [UInt8], pubArea: [UInt8]) {
    self.algorithm = algorithm; self.certificates = certificates; self.certInfo = certInfo
    self.signature = signature; self.pubArea = pubArea
  }
}

/// The state of the PIN.
public enum PINStatus: Hashable, Sendable {
  case notSet
  /// The number of tries left. At 0, the PIN is blocked until a reset.
  case set(retries: Int)
}

/// Permission to use keys that require the PIN, granted once the PIN is verified. It is opaque to everything but the
/// store that issued it. It is kept for one operation and never written to disk.
public protocol PINSession: AnyObject, Sendable {}

/// The maximum lifetime of a PIN session in seconds. A PIN/UV auth token may be in use for the same time (CTAP 2.1
/// §6.5.2.1, maximum usage time period).
public enum LeaveLifetime { public static let seconds = 600 }

/// The reason why a key store operation failed. Equality compares the code only.
public struct KeyStoreError: Error, Hashable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// The PIN is wrong. The associated value is the number of tries left.
    case wrongPIN(retries: Int)
    /// No tries are left. Only a reset makes the store usable again.
    case pinBlocked
    /// No PIN is set.
    case pinNotSet
    /// A PIN is already set.
    case pinSet
    /// The key requires the PIN, but no PIN session was supplied or the session has expired.
    case pinRequired
    /// The key belongs to a different store, was created before a reset, or its reference is damaged.
    case unknownKey
    /// The TPM or the file is missing or does not respond.
    case unavailable
    /// Another process has held the store for longer than the time limit.
    case busy
    /// There is no space left.
    case full
    /// The store's response is invalid.
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
