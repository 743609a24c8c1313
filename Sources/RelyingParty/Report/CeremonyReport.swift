import Encoding

/// A captured ceremony explained step by step: the expected values, the received values, and the step at which the
/// ceremony ended. The report helps to find out why a ceremony failed; it is not a basis for decisions.
///
/// It holds the verdict of the one real verification, ``RelyingParty/judge(captured:like:)``; everything else is parsed
/// separately and never contradicts the verdict.
public struct CeremonyReport: Sendable {
  /// A value that the row took from the response itself instead of the relying party. Comparing such a value proves
  /// nothing.
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
  /// Advice about an error; `nil` if the ceremony passed or there is no general advice.
  public let advice: String?
  /// The kind of ceremony; `nil` if the row does not say.
  public let ceremony: CeremonyStep.Ceremony?
  /// All steps of the ceremony, in numerical order.
  public let steps: [ReportStep]
  /// The parsed parts: client data, authenticator data, key, extensions, attestation, metadata.
  public let parts: [ReportPart]
  /// The values that had to be taken from the response itself.
  public let taken: Set<Taken>
  /// The flags byte of the authenticator data; `nil` if it could not be read.
  public let flags: AuthenticatorFlags?
  /// `true` if the response contains PRF or hmac-secret outputs, which a page must strip before sending anything. They
  /// are never shown.
  public let carriesSecrets: Bool
  /// The record that would be stored after a successful registration; `nil` for everything else.
  public let credential: CredentialRecord?

  /// The failed step; `nil` if none failed or the row could not be read.
  public var failedStep: ReportStep? { steps.first { $0.state == .failed } }
}

extension RelyingParty {
  /// Judges one captured ceremony like ``judge(captured:like:)`` and reports its steps.
  ///
  /// - Parameters:
  ///   - json: The row.
  ///   - base: The relying party whose algorithms and formats are used.
  ///   - metadata: Metadata for naming the model. They do not change the verdict.
  ///   - taken: The values that the row took from the response itself.
  public static func report(
    captured json: [UInt8], like base: RelyingParty? = nil, metadata: MetadataBLOB? = nil,
    taken: Set<CeremonyReport.Taken> = []
  ) -> CeremonyReport {
    let row: CapturedRow
    do { row = try CapturedRow(json) } catch {
      return CeremonyReport(
        verdict: CapturedVerdict(id: "-", error: error, sentence: error.sentenceWithValues, credentialPublicKey: nil),
        advice: error.code.advice,
        ceremony: nil, steps: [], parts: [], taken: taken, flags: nil, carriesSecrets: false, credential: nil)
    }
    let result = Result { () throws(WebAuthnError) in try row.judge(base ?? .nameless)
    }
    var error: WebAuthnError?
    if case .failure(let failure) = result { error = failure }
    let read = ResponseReading(row)
    let facts = ReportFacts(row: row, read: read, outcome: try? result.get(), taken: taken, base: base)
    return CeremonyReport(
      verdict: CapturedVerdict(row, result), advice: error?.code.advice, ceremony: row.ceremony,
      steps: facts.steps(endingWith: error), parts: facts.parts(metadata), taken: taken, flags: read.flags,
      carriesSecrets: read.carriesSecrets,
      credential: facts.registration?.credential)
  }
}

extension CapturedRow {
  /// The ceremony named by `kind`.
  var ceremony: CeremonyStep.Ceremony? {
    switch try? string("kind") {
    case "registration": .registration
    case "assertion", "authentication": .authentication
    default: nil
    }
  }
}

/// One numbered step of a ceremony, and its outcome.
public struct ReportStep: Hashable, Sendable {
  /// The outcome of a step.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The step was judged and passed.
    case passed
    /// The step was judged and failed, which ended the ceremony.
    case failed
    /// The ceremony ended before reaching the step.
    case notReached = "not-reached"
    /// There was nothing to compare the value with; `received` says why.
    case notJudged = "not-judged"
    /// Only the program that uses the library can judge the step.
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

  /// The step's number in §7.1 or §7.2 of WebAuthn Level 3.
  public let number: Int
  /// The subject of the step.
  public let title: String
  /// The expected value, from the row; `nil` if it does not fit on one line.
  public let expected: String?
  /// The received value, as far as it is readable. Untrusted text is truncated and made printable.
  public let received: String?
  /// The outcome.
  public internal(set) var state: State
}

/// A named value found in a response.
public struct ReportFact: Hashable, Sendable {
  /// The machine-readable name, for example `rpIdHash`; unique within its part.
  public let key: String
  /// The human-readable name.
  public let label: String
  /// The value. Untrusted text is truncated and printable.
  public let value: String
  /// The value's meaning; `nil` if it speaks for itself.
  public let note: String?

  init(_ key: String, _ label: String, _ value: String, note: String? = nil) {
    (self.key, self.label, self.value, self.note) = (key, label, value, note)
  }
}

/// A parsed part of a response, for example its client data. A part contains no judgement, unless a note says so.
public struct ReportPart: Hashable, Sendable {
  /// The machine-readable name, for example `clientData`.
  public let key: String
  /// The human-readable name.
  public let title: String
  /// The values in this part.
  public internal(set) var facts: [ReportFact]
  /// The nested parts: a chain's certificates, a compound's statements.
  public internal(set) var parts: [ReportPart] = []

  init(_ key: String, _ title: String, _ facts: [ReportFact], parts: [ReportPart] = []) {
    (self.key, self.title, self.facts, self.parts) = (key, title, facts, parts)
  }
}
