import Encoding

/// A captured ceremony told step by step: what was expected, what came, and where it ended. For finding out why one failed, not for deciding.
///
/// It holds the verdict of the one real verification, ``RelyingParty/judge(captured:like:)``; the rest is read beside it and never contradicts it.
public struct CeremonyReport: Sendable {
  /// A value that the row did not have from the relying party but from the response itself, so that comparing it says nothing.
  public enum Taken: String, Hashable, Sendable, CaseIterable {
    /// The challenge.
    case challenge
    /// The origins.
    case origins
    /// The RP ID.
    case rpID = "rpId"
  }

  /// The verdict, with its sentence.
  public let verdict: CapturedVerdict
  /// What to do about a refusal; `nil` where nothing was refused, or nothing can be said in general.
  public let advice: String?
  /// Which of the two ceremonies; `nil` where the row does not say.
  public let ceremony: CeremonyStep.Ceremony?
  /// All steps of the ceremony, by number.
  public let steps: [ReportStep]
  /// What was read: client data, authenticator data, key, extensions, attestation, metadata.
  public let parts: [ReportPart]
  /// What the response itself had to supply.
  public let taken: Set<Taken>
  /// The flags byte of the authenticator data, where it could be read.
  public let flags: AuthenticatorFlags?
  /// Whether the response carries outputs of PRF or hmac-secret, which a page has to strip before it sends anything. They are never shown.
  public let carriesSecrets: Bool
  /// What a registration that passed would have stored; `nil` for everything else.
  public let credential: CredentialRecord?

  /// The step that failed; `nil` where none did, or where the row could not be read.
  public var failedStep: ReportStep? { steps.first { $0.state == .failed } }
}

extension RelyingParty {
  /// Judges one captured ceremony as ``judge(captured:like:)`` does, and tells its steps.
  ///
  /// - Parameters:
  ///   - json: The row.
  ///   - base: Whose algorithms and formats are used.
  ///   - metadata: What is known about models, to name this one. It does not change the verdict.
  ///   - taken: What the row has from the response itself.
  public static func report(
    captured json: [UInt8], like base: RelyingParty? = nil, metadata: MetadataBLOB? = nil, taken: Set<CeremonyReport.Taken> = []
  ) -> CeremonyReport {
    let row: CapturedRow
    do { row = try CapturedRow(json) } catch {
      return CeremonyReport(
        verdict: CapturedVerdict(id: "-", error: error, sentence: error.sentenceWithValues, credentialPublicKey: nil), advice: error.code.advice,
        ceremony: nil, steps: [], parts: [], taken: taken, flags: nil, carriesSecrets: false, credential: nil)
    }
    let result = Result { () throws(WebAuthnError) in try row.judge(base ?? RelyingParty(id: "", name: "", origins: [])) }
    var error: WebAuthnError?
    if case .failure(let failure) = result { error = failure }
    let read = ResponseReading(row)
    let facts = ReportFacts(row: row, read: read, outcome: try? result.get(), taken: taken, base: base)
    return CeremonyReport(
      verdict: CapturedVerdict(row, result), advice: error?.code.advice, ceremony: row.ceremony,
      steps: facts.steps(endingWith: error), parts: facts.parts(metadata), taken: taken, flags: read.flags, carriesSecrets: read.carriesSecrets,
      credential: facts.registration?.credential)
  }
}

extension CapturedRow {
  /// The ceremony that `kind` names.
  var ceremony: CeremonyStep.Ceremony? {
    switch try? string("kind") {
    case "registration": .registration
    case "assertion", "authentication": .authentication
    default: nil
    }
  }
}
