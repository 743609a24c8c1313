import Encoding

extension ReportFacts {
  /// The 29 steps of §7.1.
  var registrationSteps: [StepDraft] {
    let object = read.attestationObject
    let credential = read.authenticatorData?.attestedCredentialData
    let id = credential.map { Base64URL.encode($0.credentialID) }
    return [
      StepDraft(1, "Options for the browser are made", .callersPart),
      StepDraft(2, "The browser is asked for a credential", .callersPart),
    ] + envelopeSteps + readingSteps(from: 5) + clientDataSteps(from: 7, type: "webauthn.create") + [
      StepDraft(12, "The hash of the client data is made", expected: "SHA-256", received: "SHA-256"),
      StepDraft(
        13, "The attestation object can be decoded",
        expected: "format, statement, and authenticator data with a new credential",
        received: object.map {
          "format \(WebAuthnError.printable($0.format)), \($0.authenticatorData.bytes.count) bytes of authenticator "
            + "data"
        }),
      rpIDStep(14),
    ] + flagSteps(from: 15) + [
      StepDraft(
        18, "Whether such a credential may be backed up", received: BackupReading(read.flags)?.words, .callersPart),
      StepDraft(19, "Whether it is backed up now", received: BackupReading(read.flags)?.words, .callersPart),
      StepDraft(
        20, "The key's algorithm was asked for", expected: algorithms,
        received: credential?.credentialPublicKey.algorithm.name),
      extensionsStep(21),
      StepDraft(
        22, "The format of the attestation is known", expected: formats,
        received: object.map { WebAuthnError.printable($0.format) }),
      StepDraft(
        23, "The attestation statement is right for its format", expected: "a statement that verifies",
        received: registration.map { "a statement of type \($0.attestation.type.rawValue)" }),
      StepDraft(
        24, "Anchors for the attestation are at hand", expected: "anchors from the caller",
        received: anchorCount.map { "\($0) given" },
        noTrust.map { .nothingToJudge($0) } ?? .judged),
      StepDraft(
        25, "The attestation leads to an anchor", expected: "a chain to an anchor that is valid at the given time",
        received: registration.map {
          $0.attestation.trust == .trusted ? "a chain to an anchor" : "no chain to an anchor"
        },
        noTrust.map { .nothingToJudge($0) } ?? .judged),
      StepDraft(
        26, "The credential id is 1 to 1023 bytes long, and the attested one",
        expected: read.text("id").map { WebAuthnError.printable($0) },
        received: id.map { WebAuthnError.printable($0) }),
      StepDraft(27, "No account has this credential yet", .callersPart),
      StepDraft(
        28, "The record of the credential is made",
        received: registration == nil ? nil : "a record, to be stored by the caller"),
      StepDraft(
        29, "An attestation that is not trusted is refused, if the caller wants trust",
        expected: noTrust == nil ? "a trusted attestation" : nil,
        received: registration.map { $0.attestation.trust == .trusted ? "trusted" : "not assessed" },
        noTrust == nil ? .judged : .callersPart),
    ]
  }

  private var formats: String? {
    (try? row.relyingParty(base ?? .nameless)).map {
      $0.formats.identifiers.joined(separator: ", ")
    }
  }
}

extension ReportFacts {
  /// The 25 steps of §7.2.
  var authenticationSteps: [StepDraft] {
    let id = read.text("id").map { WebAuthnError.printable($0) }
    let stored = (try? row.boolean("credentialBackupEligible")).map { $0 ? "BE" : "no BE" }
    let count = (try? row.integer("credentialSignCount")) ?? 0
    return [
      StepDraft(1, "Options for the browser are made", .callersPart),
      StepDraft(2, "The browser is asked for an answer", .callersPart),
    ] + envelopeSteps + [
      StepDraft(
        5, "The credential is one of those that were allowed", expected: allowed, received: id,
        allowed == nil ? .nothingToJudge("No credentials were named before, so any may answer.") : .judged),
      StepDraft(
        6, "The credential belongs to the account", expected: owner, received: answered,
        owner == nil ? .nothingToJudge(noOwner) : .judged),
      StepDraft(
        7, "Client data, authenticator data and signature are there", expected: "all three",
        received:
          "\(read.authenticatorDataBytes.count) bytes of authenticator data, \(read.signature?.count ?? 0) of signature"
      ),
    ] + readingSteps(from: 8) + clientDataSteps(from: 10, type: "webauthn.get") + [rpIDStep(15)] + flagSteps(from: 16)
      + [
        StepDraft(
          19, "Backup eligibility is what it was at registration", expected: stored,
          received: read.flags.map { $0.contains(.backupEligible) ? "BE" : "no BE" },
          stored == nil ? .nothingToJudge("It was not given what the credential said at registration.") : .judged),
        StepDraft(20, "The hash of the client data is made", expected: "SHA-256", received: "SHA-256"),
        StepDraft(
          21, "The signature verifies with the stored key",
          expected: storedKey.map { "a signature of \($0.algorithm.name)" },
          received: read.signature.map { "\($0.count) bytes" }),
        StepDraft(
          22, "The signature counter grew", expected: count == 0 ? "any number; none was stored" : "more than \(count)",
          received: read.signCount.map { $0 == 0 && count == 0 ? "0: this authenticator does not count" : "\($0)" }),
        extensionsStep(23),
        StepDraft(
          24, "The record of the credential is brought up to date",
          received: outcome == nil ? nil : "a record, to be stored by the caller"),
        StepDraft(25, "The person is signed in only when all of this holds", .callersPart),
      ]
  }

  /// The stored public key, parsed; `nil` if it is absent or malformed.
  var storedKey: COSEKey? { (try? row.bytes("credentialPublicKey")).flatMap { try? COSEKey($0) } }

  private var allowed: String? {
    guard let ids = try? row.allowedCredentials(), !ids.isEmpty else { return nil }
    return WebAuthnError.printable(ids.map { Base64URL.encode($0) }.joined(separator: ", "), limit: 512)
  }

  /// The known owner of the credential; `nil` if there is no owner to compare with.
  private var owner: String? {
    var known: [String] = []
    if let id = expected("credentialId") { known.append("credential \(id)") }
    if let handle = expected("userHandle"), read.bytes("userHandle")?.isEmpty == false || node("options") {
      known.append("user handle \(handle)")
    }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  private func node(_ name: StaticString) -> Bool { row.node(name) != nil }

  private var answered: String {
    let handle = read.bytes("userHandle").flatMap {
      $0.isEmpty ? nil : "user handle \(WebAuthnError.printable(Base64URL.encode($0)))"
    }
    return
      "credential \(read.text("id").map { WebAuthnError.printable($0) } ?? "without an id"), "
      + "\(handle ?? "no user handle")"
  }

  private var noOwner: String { "Neither the stored credential's id nor its user handle was given to compare with." }
}

extension ReportFacts {
  /// Steps 3 and 4 of §7.1 and of §7.2: the response as a whole.
  var envelopeSteps: [StepDraft] {
    [
      StepDraft(
        3, "The answer is a public-key credential with a response",
        expected: "type public-key, rawId equal to id, a response",
        received: read.text("type").map { "type \(WebAuthnError.printable($0))" }),
      StepDraft(
        4, "The browser's outputs of extensions are an object",
        received: read.extensionResults == nil ? "none" : "an object"),
    ]
  }

  /// Returns §7.1 steps 5 and 6 or §7.2 steps 8 and 9: parsing the client data.
  func readingSteps(from first: Int) -> [StepDraft] {
    [
      StepDraft(first, "The client data is UTF-8", expected: "UTF-8", received: read.clientData == nil ? nil : "UTF-8"),
      StepDraft(
        first + 1, "The client data is a JSON object", expected: "an object with type, challenge and origin",
        received: read.clientData == nil ? nil : "an object"),
    ]
  }
}
