import Model
import RelyingParty

/// What this installation is: who it says it is to browsers, and how strictly it judges.
public struct Site: Sendable {
  /// A host name; credentials are bound to it (WebAuthn Level 3 §4 "RP ID").
  public var rpID: String
  /// What a browser may show in its dialog.
  public var rpName: String
  /// The pages whose ceremonies count, as browsers spell origins.
  public var origins: [String]
  public var userVerification: UserVerificationRequirement
  public var counterPolicy: CounterPolicy
  /// So many days after its sign-in a session ends, however much it is used.
  public var sessionDays: Int
  /// So many new accounts are made from one network address in a day; 0 for no limit.
  public var accountsPerDay: Int
  /// Whose word about authenticators is believed, beside the metadata's. Nobody is refused for an attestation that ends elsewhere.
  public var attestationRoots: [TrustAnchor]
  /// One salt per installation: the PRF input for every passkey's key to the account.
  public var prfSalt: [UInt8]

  public init(
    rpID: String, rpName: String, origins: [String], userVerification: UserVerificationRequirement = .required,
    counterPolicy: CounterPolicy = .warn, sessionDays: Int = 90, accountsPerDay: Int = 0,
    attestationRoots: [TrustAnchor] = [], prfSalt: [UInt8]
  ) {
    self.rpID = rpID; self.rpName = rpName; self.origins = origins; self.userVerification = userVerification
    self.counterPolicy = counterPolicy; self.sessionDays = sessionDays; self.accountsPerDay = accountsPerDay
    self.attestationRoots = attestationRoots; self.prfSalt = prfSalt
  }

  /// What is asked of every passkey; `hands.js` drops the outputs before anything leaves the page.
  var prf: PRFInputs { PRFInputs(eval: prfSalt.isEmpty ? nil : PRFValues(first: prfSalt)) }

  /// Reads the installation's salt, or draws it at the first start.
  public static func prfSalt(in store: any Store, surroundings: Surroundings) async throws -> [UInt8] {
    let fresh = surroundings.randomBytes(32)
    return try await store.write { records in
      try records.setInstallationValue("prf_salt", fresh)
      return try records.installationValue("prf_salt") ?? fresh
    }
  }
}
