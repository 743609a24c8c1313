/// What the metadata say about the authenticator of a registration (WebAuthn Level 3 §7.1 step 25).
public struct MetadataVerdict: Hashable, Sendable {
  /// Why a policy does not accept an authenticator.
  public enum Reason: Hashable, Sendable {
    /// A status was reported that the policy refuses.
    case status(AuthenticatorStatus)
    /// Its certification is below what the policy wants; `nil` for none.
    case level(MetadataCertificationLevel?)
    /// The metadata do not know the model, or nothing vouches that it is of this model, and the policy wants both.
    case unknown
  }

  /// The model's name; `nil` where the metadata do not know it or its entry has no statement.
  public var name: String?
  /// Whether the metadata know the model.
  public var isKnown: Bool
  /// Whether a chain of certificates vouches for the model. Where not, the model is a claim of the authenticator.
  public var isVouched: Bool
  /// Whether the model's statement says that hardware keeps its keys and that they can't be synced.
  public var keepsKeysOnDevice: Bool
  /// The latest status.
  public var status: AuthenticatorStatus?
  /// The certification; `nil` for none.
  public var level: MetadataCertificationLevel?
  /// Why it is not accepted; empty where it is.
  public var reasons: [Reason]

  /// Whether the policy accepts it.
  public var isAccepted: Bool { reasons.isEmpty }
}
