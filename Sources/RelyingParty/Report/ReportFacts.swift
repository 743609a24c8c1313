import Crypto
import Encoding

/// The facts behind the steps and parts of a report: the row, the response, and the outcome if it passed.
struct ReportFacts {
  let row: CapturedRow
  let read: ResponseReading
  let outcome: CapturedOutcome?
  let taken: Set<CeremonyReport.Taken>
  let base: RelyingParty?

  /// The verdict on a successful registration.
  var registration: RegistrationVerdict? { if case .registration(let verdict) = outcome { verdict } else { nil } }

  /// Returns a string field of the row, truncated and printable; `nil` if absent.
  func expected(_ name: StaticString) -> String? { (try? row.string(name)).map { WebAuthnError.printable($0) } }

  func isDemanded(_ name: StaticString, otherwise value: Bool) -> Bool { (try? row.boolean(name)) ?? value }

  /// Returns a list of strings joined into one; `nil` if the list is empty.
  func list(_ name: StaticString) -> String? {
    guard let texts = try? row.strings(name), !texts.isEmpty else { return nil }
    return WebAuthnError.printable(texts.joined(separator: " or "), limit: 512)
  }

  var challenge: String? { expected("challenge") }

  var allowsCrossOrigin: Bool { isDemanded("allowCrossOrigin", otherwise: isDemanded("crossOrigin", otherwise: false)) }

  /// A description of the RP ID hash in the authenticator data.
  var rpIDHash: String? {
    guard let hash = read.rpIDHash else { return nil }
    for (name, text) in [("the RP ID", try? row.string("rpId")), ("the AppID", try? row.string("appid"))] {
      if let text, hash.elementsEqual(SHA256.hash(data: Array(text.utf8))) {
        return "the hash of \(name) \(WebAuthnError.printable(text))"
      }
    }
    return "\(Hex.encode(hash)), which is the hash of something else"
  }

  /// The names of the requested algorithms.
  var algorithms: String? {
    guard let party = try? row.relyingParty(base ?? .nameless),
      let numbers = try? row.algorithms(party)
    else {
      return nil
    }
    return numbers.map(\.name).joined(separator: ", ")
  }

  var hasAnchors: Bool { (try? row.anchors()) != nil }

  /// The number of anchors in the row.
  var anchorCount: String? { (try? row.items("trustAnchors")).flatMap { $0.isEmpty ? nil : "\($0.count)" } }

  /// The reason why trust cannot be assessed; `nil` if there are both a chain and anchors.
  var noTrust: String? {
    if !hasAnchors { return "No anchors were given, so no chain was assessed." }
    if let attestation = registration?.attestation {
      return attestation.trust == .trusted ? nil : "The statement has no chain."
    }
    return read.attestationObject?.format == "none" ? "The statement has no chain." : nil
  }
}

extension COSEAlgorithmIdentifier {
  /// The registered name and the number, for example `ES256 (-7)`.
  var name: String {
    let names: [COSEAlgorithmIdentifier: String] = [
      .es256: "ES256", .es384: "ES384", .es512: "ES512", .esp256: "ESP256", .esp384: "ESP384", .esp512: "ESP512",
      .es256K: "ES256K",
      .rs256: "RS256", .rs384: "RS384", .rs512: "RS512", .rs1: "RS1", .ps256: "PS256", .ps384: "PS384", .ps512: "PS512",
      .edDSA: "EdDSA",
      .ed25519: "Ed25519", .ed448: "Ed448", .mlDSA44: "ML-DSA-44", .mlDSA65: "ML-DSA-65", .mlDSA87: "ML-DSA-87",
    ]
    return names[self].map { "\($0) (\(rawValue))" } ?? "\(rawValue)"
  }
}

/// The two backup flags in words (WebAuthn Level 3 §6.1.3). They are the authenticator's claims about itself and never
/// prove where a key is.
struct BackupReading {
  let flags: AuthenticatorFlags

  init?(_ flags: AuthenticatorFlags?) {
    guard let flags else { return nil }
    self.flags = flags
  }

  var words: String {
    switch (flags.contains(.backupEligible), flags.contains(.backedUp)) {
    case (false, false): "says device-bound"
    case (true, false): "says it may sync, and has not yet"
    case (true, true): "says synced"
    case (false, true): "contradicts itself: synced, and not able to"
    }
  }

  /// The two common patterns of an authenticator's flags byte: user present and verified, with both backup flags or
  /// neither. The flags for a new credential (AT) and extension outputs (ED) are ignored. `nil` for any other
  /// combination.
  var profile: (name: String, meaning: String)? {
    switch flags.subtracting([.attestedCredentialData, .extensionData]).rawValue {
    case 0x05: ("honest", "present and verified, and says the key stays on its device")
    case 0x1d: ("iosCompatible", "present and verified, and says the key is synced, as on an iPhone")
    default: nil
    }
  }
}
