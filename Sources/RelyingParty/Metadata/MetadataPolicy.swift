/// FIDO metadata and how a relying party uses it to verify registrations.
public struct MetadataPolicy: Sendable {
  /// The metadata of the FIDO Metadata Service.
  public var blob: MetadataBLOB
  /// The rules for accepting authenticators.
  public var status = MetadataStatusPolicy()
  /// `true` if an attestation must match its model's statement: the statement must list the attestation's type, a
  /// `packed` path must not include the model's root, and certificates of an unknown model are rejected. The FIDO
  /// Alliance's conformance tests require this.
  public var holdsToStatement = false

  /// Creates a policy with default rules; change only what differs.
  public init(_ blob: MetadataBLOB) { self.blob = blob }
}

/// The rules by which a relying party accepts authenticators, given their metadata (FIDO Metadata Service v3.1 §3.1.4).
public struct MetadataStatusPolicy: Hashable, Sendable {
  /// The statuses that rule out a model, regardless of when they were reported: a revocation and the four kinds of
  /// compromise.
  public var refusedStatuses = AuthenticatorStatus.compromises.union([.revoked])
  /// `true` if newer firmware (`UPDATE_AVAILABLE`), reported after a compromise, makes up for that compromise. The
  /// default is `false`, because the firmware of an authenticator cannot be determined. An update never makes up for a
  /// revocation.
  public var updateMakesUp = false
  /// The lowest certification that a known model needs; `nil` accepts any level, or none. This minimum does not apply
  /// to an authenticator that claims an unknown model, unless ``acceptsUnknown`` is off.
  public var minimumLevel: MetadataCertificationLevel?
  /// `true` to accept an authenticator even if the metadata do not list it or nothing vouches for its model. This is
  /// the default, because most synced passkeys attest nothing.
  public var acceptsUnknown = true

  /// Creates the default policy; change only what differs.
  public init() {}

  /// Judges an authenticator at `time`.
  /// - Parameters:
  ///   - entry: The entry of its model; `nil` if the metadata do not list it.
  ///   - isVouched: `true` if a chain of certificates vouches for its model.
  ///   - time: The day on which reports are read; a report with a later date is not used as the latest status.
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

  /// Returns the refused statuses, without duplicates. A status with a future date is included, because whoever reports
  /// a compromise already knows of it.
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

/// The metadata's verdict on a registration's authenticator (WebAuthn Level 3 §7.1 step 25).
public struct MetadataVerdict: Hashable, Sendable {
  /// A reason why a policy does not accept an authenticator.
  public enum Reason: Hashable, Sendable {
    /// The policy refuses a reported status.
    case status(AuthenticatorStatus)
    /// The authenticator's certification is below the level that the policy requires; `nil` if it has none.
    case level(MetadataCertificationLevel?)
    /// The metadata do not list the model, or nothing vouches that the authenticator is of this model, and the policy
    /// requires both.
    case unknown
  }

  /// The model's name; `nil` if the metadata do not list it or its entry has no statement.
  public var name: String?
  /// `true` if the metadata list the model.
  public var isKnown: Bool
  /// `true` if a chain of certificates vouches for the model. Otherwise the model is only the authenticator's claim.
  public var isVouched: Bool
  /// `true` if, according to the model's statement, its keys are kept in hardware and cannot be synced.
  public var keepsKeysOnDevice: Bool
  /// The latest reported status.
  public var status: AuthenticatorStatus?
  /// The certification level; `nil` if there is none.
  public var level: MetadataCertificationLevel?
  /// The reasons why the authenticator is not accepted; empty if it is accepted.
  public var reasons: [Reason]

  /// `true` if the policy accepts the authenticator.
  public var isAccepted: Bool { reasons.isEmpty }
}

extension MetadataPolicy {
  /// Verifies that an attestation matches `attestationTypes` and `attestationRootCertificates` in its model's statement
  /// (FIDO Metadata Statement v3 §4), as part of §7.1 step 25.
  static func verify(_ attestation: AttestationVerdict, of entry: MetadataEntry?) throws(WebAuthnError) {
    guard let entry else {
      guard attestation.certificates.isEmpty else {
        throw WebAuthnError(.registration(25), .metadataUnknownAuthenticator)
      }
      return
    }
    // A client that was not asked for an attestation may have removed it, and no model lists `none` among its types.
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
  /// The names of a type in the FIDO Registry of Predefined Values §3.6.3. A verifier cannot distinguish the model's
  /// own key from one that an attestation CA certified, so each type may appear under the other's name.
  fileprivate var metadataNames: [String] {
    switch self {
    case .none: ["none"]
    case .`self`: ["basic_surrogate"]
    case .basic, .attestationCA: ["basic_full", "attca"]
    case .anonymizationCA: ["anonca"]
    }
  }
}
