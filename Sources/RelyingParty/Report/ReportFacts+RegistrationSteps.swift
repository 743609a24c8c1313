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
        13, "The attestation object can be decoded", expected: "format, statement, and authenticator data with a new credential",
        received: object.map { "format \(WebAuthnError.printable($0.format)), \($0.authenticatorData.bytes.count) bytes of authenticator data" }),
      rpIDStep(14),
    ] + flagSteps(from: 15) + [
      StepDraft(18, "Whether such a credential may be backed up", received: BackupReading(read.flags)?.words, .callersPart),
      StepDraft(19, "Whether it is backed up now", received: BackupReading(read.flags)?.words, .callersPart),
      StepDraft(
        20, "The key's algorithm was asked for", expected: algorithms, received: credential?.credentialPublicKey.algorithm.name),
      extensionsStep(21),
      StepDraft(
        22, "The format of the attestation is known", expected: formats, received: object.map { WebAuthnError.printable($0.format) }),
      StepDraft(
        23, "The attestation statement is right for its format", expected: "a statement that verifies",
        received: registration.map { "a statement of type \($0.attestation.type.rawValue)" }),
      StepDraft(
        24, "Anchors for the attestation are at hand", expected: "anchors from the caller", received: anchorCount.map { "\($0) given" },
        noTrust.map { .nothingToJudge($0) } ?? .judged),
      StepDraft(
        25, "The attestation leads to an anchor", expected: "a chain to an anchor that is valid at the given time",
        received: registration.map { $0.attestation.trust == .trusted ? "a chain to an anchor" : "no chain to an anchor" },
        noTrust.map { .nothingToJudge($0) } ?? .judged),
      StepDraft(
        26, "The credential id is 1 to 1023 bytes long, and the attested one", expected: read.text("id").map { WebAuthnError.printable($0) },
        received: id.map { WebAuthnError.printable($0) }),
      StepDraft(27, "No account has this credential yet", .callersPart),
      StepDraft(28, "The record of the credential is made", received: registration == nil ? nil : "a record, to be stored by the caller"),
      StepDraft(
        29, "An attestation that is not trusted is refused, if the caller wants trust", expected: noTrust == nil ? "a trusted attestation" : nil,
        received: registration.map { $0.attestation.trust == .trusted ? "trusted" : "not assessed" }, noTrust == nil ? .judged : .callersPart),
    ]
  }

  private var formats: String? {
    (try? row.relyingParty(base ?? RelyingParty(id: "", name: "", origins: []))).map { $0.formats.identifiers.joined(separator: ", ") }
  }
}
