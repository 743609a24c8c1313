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

/// One numbered step of a ceremony, and what became of it.
public struct ReportStep: Hashable, Sendable {
  /// What became of a step.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It was judged, and it holds.
    case passed
    /// It was judged, and the ceremony ends here.
    case failed
    /// The ceremony ended before it.
    case notReached = "not-reached"
    /// There was nothing to judge it by; `received` says why.
    case notJudged = "not-judged"
    /// It is for the program around the library, which alone knows.
    case callersPart = "callers-part"

    /// The state in plain words.
    public var words: String {
      switch self {
      case .passed: "passed"
      case .failed: "failed"
      case .notReached: "not reached"
      case .notJudged: "not judged"
      case .callersPart: "the caller's part"
      }
    }
  }

  /// The number in §7.1 or §7.2 of WebAuthn Level 3.
  public let number: Int
  /// What it is about.
  public let title: String
  /// What was expected, from the row; `nil` where that cannot be said in a line.
  public let expected: String?
  /// What the response has, as far as it can be read. Text from outside is cut and printable.
  public let received: String?
  /// What became of it.
  public internal(set) var state: State
}

/// A named value that was read in a response.
public struct ReportFact: Hashable, Sendable {
  /// The name for programs, for example `rpIdHash`; unique in its part.
  public let key: String
  /// The name for people.
  public let label: String
  /// The value. Text from outside is cut and printable.
  public let value: String
  /// What it means; `nil` where the value says so.
  public let note: String?

  init(_ key: String, _ label: String, _ value: String, note: String? = nil) {
    (self.key, self.label, self.value, self.note) = (key, label, value, note)
  }
}

/// A part of a response as it was read, for example its client data. Nothing in it is a judgement, unless its note says so.
public struct ReportPart: Hashable, Sendable {
  /// The name for programs, for example `clientData`.
  public let key: String
  /// The name for people.
  public let title: String
  /// Its values.
  public internal(set) var facts: [ReportFact]
  /// Parts in it: certificates of a chain, statements of a compound.
  public internal(set) var parts: [ReportPart] = []

  init(_ key: String, _ title: String, _ facts: [ReportFact], parts: [ReportPart] = []) {
    (self.key, self.title, self.facts, self.parts) = (key, title, facts, parts)
  }
}
