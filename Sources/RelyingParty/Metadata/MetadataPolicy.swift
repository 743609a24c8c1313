/// Metadata, and what a relying party makes of them when it verifies a registration.
public struct MetadataPolicy: Sendable {
  /// What the FIDO Metadata Service published.
  public var blob: MetadataBLOB
  /// Which authenticators are accepted by it.
  public var status = MetadataStatusPolicy()
  /// Whether an attestation is held to the statement of its model: its type has to be one that the statement names, a `packed` path may not
  /// bring the model's root along, and certificates of a model that is not known are refused. The FIDO Alliance's conformance tests want it.
  public var holdsToStatement = false

  /// Metadata with the default policy; set what differs.
  public init(_ blob: MetadataBLOB) { self.blob = blob }
}

/// Which authenticators a relying party accepts by what the metadata say about them (FIDO Metadata Service v3.1 §3.1.4).
public struct MetadataStatusPolicy: Hashable, Sendable {
  /// Statuses that refuse a model, whenever they were reported: a revocation, and the four kinds of compromise.
  public var refusedStatuses = AuthenticatorStatus.compromises.union([.revoked])
  /// Whether newer firmware (`UPDATE_AVAILABLE`), reported after a compromise, makes up for it. Nobody can tell which firmware an
  /// authenticator has, so it does not by default. It never makes up for a revocation.
  public var updateMakesUp = false
  /// The least certification of a model that is known; `nil` for any or none. It binds nobody who claims a model that is not known, unless
  /// ``acceptsUnknown`` is off.
  public var minimumLevel: MetadataCertificationLevel?
  /// Whether an authenticator is accepted that the metadata do not know, or for whose model nothing vouches. Most synced passkeys attest
  /// nothing, so it is by default.
  public var acceptsUnknown = true

  /// The defaults; set what differs.
  public init() {}

  /// Judges an authenticator at `time`.
  /// - Parameters:
  ///   - entry: What the metadata say about its model; `nil` where they do not know it.
  ///   - isVouched: Whether a chain of certificates vouches for its model.
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
      keepsKeysOnDevice: entry?.statement?.keepsKeysOnDevice ?? false, status: entry?.reports(at: time).last?.status, level: entry?.level(at: time),
      reasons: reasons)
  }

  /// The statuses that refuse, each once. A date in the future is no comfort: who reports a compromise knows of it now.
  private func refused(in all: [StatusReport], ordered: [StatusReport]) -> [AuthenticatorStatus] {
    let lastUpdate = ordered.lastIndex { $0.status == .updateAvailable }
    var found: [AuthenticatorStatus] = []
    for report in all where refusedStatuses.contains(report.status) && !found.contains(report.status) {
      let isMadeUp =
        updateMakesUp && AuthenticatorStatus.compromises.contains(report.status)
        && (ordered.lastIndex { $0.status == report.status }).map { place in lastUpdate.map { $0 > place } ?? false } ?? false
      if !isMadeUp { found.append(report.status) }
    }
    return found
  }
}

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

extension MetadataPolicy {
  /// §7.1 step 25, where an attestation is held to the statement of its model: to `attestationTypes`, and to `attestationRootCertificates`
  /// (FIDO Metadata Statement v3 §4).
  static func verify(_ attestation: AttestationVerdict, of entry: MetadataEntry?) throws(WebAuthnError) {
    guard let entry else {
      guard attestation.certificates.isEmpty else { throw WebAuthnError(.registration(25), .metadataUnknownAuthenticator) }
      return
    }
    // A client that was asked for no attestation may have taken it away: none is none of a model's types.
    let stated = entry.statement?.attestationTypes ?? []
    if attestation.type != .none, !stated.isEmpty, !attestation.type.metadataNames.contains(where: stated.contains) {
      throw WebAuthnError(
        .registration(25), .attestationTypeRefused, expected: stated.joined(separator: " or "), received: attestation.type.rawValue)
    }
    let roots = entry.anchors.map(\.der)
    if attestation.format == "packed", attestation.certificates.dropFirst().contains(where: roots.contains) {
      throw WebAuthnError(.registration(25), .untrustedChain, expected: "a path without its root")
    }
  }
}

extension AttestationType {
  /// The names of a type in the FIDO Registry of Predefined Values §3.6.3. A verifier cannot tell a key of the model from one that an
  /// attestation CA certified, so that each may be called by the other's name.
  fileprivate var metadataNames: [String] {
    switch self {
    case .none: ["none"]
    case .`self`: ["basic_surrogate"]
    case .basic, .attestationCA: ["basic_full", "attca"]
    case .anonymizationCA: ["anonca"]
    }
  }
}
