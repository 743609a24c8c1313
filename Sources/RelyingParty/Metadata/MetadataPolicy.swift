/// Metadata, and how a relying party uses them when it verifies a registration.
public struct MetadataPolicy: Sendable {
  /// The metadata of the FIDO Metadata Service.
  public var blob: MetadataBLOB
  /// The rules by which authenticators are accepted.
  public var status = MetadataStatusPolicy()
  /// `true` if an attestation is held to the statement of its model: its type has to be one that the statement names, a
  /// `packed` path may not bring the model's root along, and certificates of a model that is not known are refused. The
  /// FIDO Alliance's conformance tests want it.
  public var holdsToStatement = false

  /// Metadata with the default policy; set what differs.
  public init(_ blob: MetadataBLOB) { self.blob = blob }
}

/// The rules by which a relying party accepts authenticators, given their metadata (FIDO Metadata Service v3.1 §3.1.4).
public struct MetadataStatusPolicy: Hashable, Sendable {
  /// Statuses that refuse a model, whenever they were reported: a revocation, and the four kinds of compromise.
  public var refusedStatuses = AuthenticatorStatus.compromises.union([.revoked])
  /// `true` if newer firmware (`UPDATE_AVAILABLE`), reported after a compromise, makes up for it. The default is
  /// `false`, because nobody can tell which firmware an authenticator has. It never makes up for a revocation.
  public var updateMakesUp = false
  /// The lowest certification that a known model needs; `nil` for any or none. It does not apply to an authenticator
  /// that claims an unknown model, unless ``acceptsUnknown`` is off.
  public var minimumLevel: MetadataCertificationLevel?
  /// `true` if an authenticator is accepted even though the metadata do not know it or nothing vouches for its model.
  /// It is the default, because most synced passkeys attest nothing.
  public var acceptsUnknown = true

  /// The defaults; set what differs.
  public init() {}

  /// Judges an authenticator at `time`.
  /// - Parameters:
  ///   - entry: The entry of its model; `nil` if the metadata do not know it.
  ///   - isVouched: `true` if a chain of certificates vouches for its model.
  ///   - time: The day on which reports are read; what is dated later does not count as the latest status.
  public func judge(_ entry: MetadataEntry?, isVouched: Bool, at time: UnixTime) -> MetadataVerdict {
    var reasons: [MetadataVerdict.Reason] = []
    if let entry {
      reasons += refused(in: entry.statusReports, ordered: entry.reports(at: time)).map { .status($0) }
      let level = entry.level(at: time)
      if let minimumLevel, level.map({ $0 < minimumLevel }) ?? true { reasons.append(.level(level)) }
    }
    if !acceptsUnknown, entry == nil || !isVouched { reasons.append(.unknown) }
    return MetadataVerdict(
      name: entry?.statement?.description, isKnown: entry != nil, isVouched: entry != nil && isVouched,
      keepsKeysOnDevice: entry?.statement?.keepsKeysOnDevice ?? false, status: entry?.reports(at: time).last?.status,
      level: entry?.level(at: time),
      reasons: reasons)
  }

  /// The statuses that refuse, each once. A date in the future is no comfort: who reports a compromise knows of it now.
  private func refused(in all: [StatusReport], ordered: [StatusReport]) -> [AuthenticatorStatus] {
    let lastUpdate = ordered.lastIndex { $0.status == .updateAvailable }
    var found: [AuthenticatorStatus] = []
    for report in all where refusedStatuses.contains(report.status) && !found.contains(report.status) {
      let isMadeUp =
        updateMakesUp && AuthenticatorStatus.compromises.contains(report.status)
        && (ordered.lastIndex { $0.status == report.status }).map { place in lastUpdate.map { $0 > place } ?? false }
          ?? false
      if !isMadeUp { found.append(report.status) }
    }
    return found
  }
}

/// The verdict of the metadata on the authenticator of a registration (WebAuthn Level 3 §7.1 step 25).
public struct MetadataVerdict: Hashable, Sendable {
  /// A reason why a policy does not accept an authenticator.
  public enum Reason: Hashable, Sendable {
    /// A status was reported that the policy refuses.
    case status(AuthenticatorStatus)
    /// Its certification is below what the policy wants; `nil` for none.
    case level(MetadataCertificationLevel?)
    /// The metadata do not know the model, or nothing vouches that it is of this model, and the policy wants both.
    case unknown
  }

  /// The model's name; `nil` if the metadata do not know it or its entry has no statement.
  public var name: String?
  /// `true` if the metadata know the model.
  public var isKnown: Bool
  /// `true` if a chain of certificates vouches for the model. Otherwise the model is only the authenticator's claim.
  public var isVouched: Bool
  /// `true` if the model's statement says that hardware keeps its keys and that they can't be synced.
  public var keepsKeysOnDevice: Bool
  /// The latest status.
  public var status: AuthenticatorStatus?
  /// The certification; `nil` for none.
  public var level: MetadataCertificationLevel?
  /// The reasons why it is not accepted; empty if it is.
  public var reasons: [Reason]

  /// `true` if the policy accepts it.
  public var isAccepted: Bool { reasons.isEmpty }
}

extension MetadataPolicy {
  /// §7.1 step 25, where an attestation is held to the statement of its model: to `attestationTypes`, and to
  /// `attestationRootCertificates` (FIDO Metadata Statement v3 §4).
  static func verify(_ attestation: AttestationVerdict, of entry: MetadataEntry?) throws(WebAuthnError) {
    guard let entry else {
      guard attestation.certificates.isEmpty else {
        throw WebAuthnError(.registration(25), .metadataUnknownAuthenticator)
      }
      return
    }
    // A client that was asked for no attestation may have taken it away: none is none of a model's types.
    let stated = entry.statement?.attestationTypes ?? []
    if attestation.type != .none, !stated.isEmpty, !attestation.type.metadataNames.contains(where: stated.contains) {
      throw WebAuthnError(
        .registration(25), .attestationTypeRefused, expected: stated.joined(separator: " or "),
        received: attestation.type.rawValue)
    }
    let roots = entry.anchors.map(\.der)
    if attestation.format == "packed", attestation.certificates.dropFirst().contains(where: roots.contains) {
      throw WebAuthnError(.registration(25), .untrustedChain, expected: "a path without its root")
    }
  }
}

extension AttestationType {
  /// The names of a type in the FIDO Registry of Predefined Values §3.6.3. A verifier cannot tell a key of the model
  /// from one that an attestation CA certified, so that each may be called by the other's name.
  fileprivate var metadataNames: [String] {
    switch self {
    case .none: ["none"]
    case .`self`: ["basic_surrogate"]
    case .basic, .attestationCA: ["basic_full", "attca"]
    case .anonymizationCA: ["anonca"]
    }
  }
}
