import Encoding

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
      StepDraft(6, "The credential belongs to the account", expected: owner, received: answered, owner == nil ? .nothingToJudge(noOwner) : .judged),
      StepDraft(
        7, "Client data, authenticator data and signature are there", expected: "all three",
        received: "\(read.authenticatorDataBytes.count) bytes of authenticator data, \(read.signature?.count ?? 0) of signature"),
    ] + readingSteps(from: 8) + clientDataSteps(from: 10, type: "webauthn.get") + [rpIDStep(15)] + flagSteps(from: 16) + [
      StepDraft(
        19, "Backup eligibility is what it was at registration", expected: stored,
        received: read.flags.map { $0.contains(.backupEligible) ? "BE" : "no BE" },
        stored == nil ? .nothingToJudge("It was not given what the credential said at registration.") : .judged),
      StepDraft(20, "The hash of the client data is made", expected: "SHA-256", received: "SHA-256"),
      StepDraft(
        21, "The signature verifies with the stored key", expected: storedKey.map { "a signature of \($0.algorithm.name)" },
        received: read.signature.map { "\($0.count) bytes" }),
      StepDraft(
        22, "The signature counter grew", expected: count == 0 ? "any number; none was stored" : "more than \(count)",
        received: read.signCount.map { $0 == 0 && count == 0 ? "0: this authenticator does not count" : "\($0)" }),
      extensionsStep(23),
      StepDraft(24, "The record of the credential is brought up to date", received: outcome == nil ? nil : "a record, to be stored by the caller"),
      StepDraft(25, "The person is signed in only when all of this holds", .callersPart),
    ]
  }

  /// The stored key.
  var storedKey: COSEKey? { (try? row.bytes("credentialPublicKey")).flatMap { try? COSEKey($0) } }

  private var allowed: String? {
    guard let ids = try? row.allowedCredentials(), !ids.isEmpty else { return nil }
    return WebAuthnError.printable(ids.map { Base64URL.encode($0) }.joined(separator: ", "), limit: 512)
  }

  /// What is known about whose credential it is; `nil` where nothing is that could be compared.
  private var owner: String? {
    var known: [String] = []
    if let id = expected("credentialId") { known.append("credential \(id)") }
    if let handle = expected("userHandle"), read.bytes("userHandle")?.isEmpty == false || node("options") { known.append("user handle \(handle)") }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  private func node(_ name: StaticString) -> Bool { row.node(name) != nil }

  private var answered: String {
    let handle = read.bytes("userHandle").flatMap { $0.isEmpty ? nil : "user handle \(WebAuthnError.printable(Base64URL.encode($0)))" }
    return "credential \(read.text("id").map { WebAuthnError.printable($0) } ?? "without an id"), \(handle ?? "no user handle")"
  }

  private var noOwner: String { "Neither the stored credential's id nor its user handle was given to compare with." }
}
