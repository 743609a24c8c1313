import AccountService
import Model
import RelyingParty
import Synchronization

/// This installation's settings: how it presents itself to browsers, and how strict its checks are.
public struct Site: Sendable {
  /// The host name to which credentials are bound (WebAuthn Level 3 §4 "RP ID").
  public var rpID: String
  /// The name that a browser may show in its dialog.
  public var rpName: String
  /// The origins of the pages whose ceremonies are accepted, as browsers spell them.
  public var origins: [String]
  public var userVerification: UserVerificationRequirement
  public var counterPolicy: CounterPolicy
  /// The number of days after sign-in when a session ends, regardless of use.
  public var sessionDays: Int
  /// The maximum number of new accounts per network address and day; 0 for no limit.
  public var accountsPerDay: Int
  /// Who may create an account.
  public var registration: RegistrationRule
  /// The roots trusted to vouch for authenticators, in addition to the roots in the metadata. No key is refused for an
  /// attestation that ends elsewhere.
  public var attestationRoots: [TrustAnchor]
  /// The installation's salt, which is the PRF input for every passkey's key to the account.
  public var prfSalt: [UInt8]

  public init(
    rpID: String, rpName: String, origins: [String], userVerification: UserVerificationRequirement = .required,
    counterPolicy: CounterPolicy = .warn, sessionDays: Int = 90, accountsPerDay: Int = 0,
    registration: RegistrationRule = .open,
    attestationRoots: [TrustAnchor] = [], prfSalt: [UInt8]
  ) {
    self.rpID = rpID; self.rpName = rpName; self.origins = origins; self.userVerification = userVerification
    self.counterPolicy = counterPolicy; self.sessionDays = sessionDays; self.accountsPerDay = accountsPerDay
    self.registration = registration
    self.attestationRoots = attestationRoots; self.prfSalt = prfSalt
  }

  /// The inputs sent to every passkey. `hands.js` drops the outputs before anything leaves the page.
  var prf: PRFInputs { PRFInputs(eval: prfSalt.isEmpty ? nil : PRFValues(first: prfSalt)) }

  /// Reads the installation's salt, or generates it at the first start.
  public static func prfSalt(in store: any Store, environment: ServerEnvironment) async throws -> [UInt8] {
    try await store.secret("prf_salt", drawnBy: environment)
  }
}

/// The metadata in use, which is replaced once a newer version has been verified.
public final class CurrentMetadata: Sendable {
  private let held: Mutex<MetadataBLOB?>

  /// Creates an instance with the given metadata, or without any.
  public init(_ blob: MetadataBLOB? = nil) { held = Mutex(blob) }

  /// The metadata in use; `nil` if there is none.
  public var blob: MetadataBLOB? { held.withLock { $0 } }

  /// Replaces the metadata in use with newer metadata.
  public func put(_ blob: MetadataBLOB) { held.withLock { $0 = blob } }

  /// Returns the entry about the model with this AAGUID.
  public func entry(_ aaguid: [UInt8]) -> MetadataEntry? { AAGUID(aaguid).flatMap { blob?[$0] } }
}
