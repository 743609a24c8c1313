/// A step whose outcome is not known yet.
struct StepDraft {
  enum Judging: Equatable {
    /// The verification judges the step.
    case judged
    /// The verification skips the step, for this reason.
    case nothingToJudge(String)
    /// The program that uses the library performs the step.
    case callersPart
  }

  let number: Int
  let title: String
  var expected: String?
  var received: String?
  var judging = Judging.judged

  init(_ number: Int, _ title: String, expected: String? = nil, received: String? = nil, _ judging: Judging = .judged) {
    (self.number, self.title, self.expected, self.received, self.judging) = (number, title, expected, received, judging)
  }

  /// Returns the step. If it was not judged, `reason` takes the place of the received value.
  func step(_ state: ReportStep.State, _ error: WebAuthnError?) -> ReportStep {
    if state == .failed, let error {
      // The verdict's own values take precedence, because separately parsed values may be less precise.
      return ReportStep(
        number: number, title: title,
        expected: error.expected.map { WebAuthnError.printable($0, limit: 512) } ?? expected,
        received: error.received ?? received, state: .failed)
    }
    if state == .notJudged, case .nothingToJudge(let reason) = judging {
      return ReportStep(number: number, title: title, expected: nil, received: reason, state: state)
    }
    return ReportStep(number: number, title: title, expected: expected, received: received, state: state)
  }
}

extension ReportFacts {
  /// Returns all steps of the row's ceremony with their outcomes; empty if the row does not say which ceremony it is.
  func steps(endingWith error: WebAuthnError?) -> [ReportStep] {
    guard let ceremony = row.ceremony else { return [] }
    let drafts = ceremony == .registration ? registrationSteps : authenticationSteps
    let judged = judgedSteps(of: ceremony, endingWith: error)
    return drafts.map { draft in
      if let error, error.code != .malformedRow, error.step == CeremonyStep(ceremony, draft.number) {
        return draft.step(.failed, error)
      }
      if draft.judging == .callersPart { return draft.step(.callersPart, nil) }
      guard judged.contains(draft.number) else { return draft.step(.notReached, nil) }
      return draft.step(draft.judging == .judged ? .passed : .notJudged, nil)
    }
  }

  /// Returns the numbers of the steps that the verification had passed when it ended.
  ///
  /// Parsing the response comes first, in an order of its own, so a step with a higher number may fail before one with
  /// a lower number is judged.
  private func judgedSteps(of ceremony: CeremonyStep.Ceremony, endingWith error: WebAuthnError?) -> Set<Int> {
    let isRegistration = ceremony == .registration
    let reading = isRegistration ? [3, 4, 5, 6] : [3, 4, 8, 9, 7]
    let judging = isRegistration ? Array(7...29) : [5, 6] + Array(10...25)
    guard let error else { return Set(reading + judging) }
    guard error.code != .malformedRow else { return [] }
    if let unread = readingError(ceremony) {
      // An unreadable response ends the ceremony here, so this error is the verdict itself.
      return Set(reading.prefix { $0 != unread.step.number })
    }
    return Set(reading + judging.prefix { $0 < error.step.number })
  }

  private func readingError(_ ceremony: CeremonyStep.Ceremony) -> WebAuthnError? {
    do {
      let json = try row.response()
      if ceremony == .registration {
        _ = try RegistrationResponse(json: json)
      } else {
        _ = try AuthenticationResponse(json: json)
      }
      return nil
    } catch { return error }
  }
}

// The steps that both ceremonies have in common.
extension ReportFacts {
  func clientDataSteps(from first: Int, type: String) -> [StepDraft] {
    let wanted = expected("expectedType") ?? type
    return [
      StepDraft(first, "The client data is of this ceremony", expected: wanted, received: read.claimed("type")),
      StepDraft(
        first + 1, "The challenge is the one that was given out", expected: challenge,
        received: read.claimed("challenge"),
        taken.contains(.challenge)
          ? .nothingToJudge("No challenge was given, so the response's own was taken.") : .judged),
      StepDraft(
        first + 2, "The origin of the page is accepted", expected: list("origins") ?? "no origin",
        received: read.claimed("origin"),
        taken.contains(.origins) ? .nothingToJudge("No origin was given, so the response's own was taken.") : .judged),
      StepDraft(
        first + 3, "A frame of another site was allowed, if the page stood in one",
        expected: allowsCrossOrigin ? "true or false" : "false",
        received: read.crossOrigin.map { "\($0)" } ?? "nothing, which counts as false"),
      StepDraft(
        first + 4, "The page around the frame is accepted",
        expected: allowsCrossOrigin ? list("topOrigins") ?? "no topOrigin" : "no topOrigin",
        received: read.claimed("topOrigin") ?? "none"),
    ]
  }

  func flagSteps(from first: Int) -> [StepDraft] {
    let flags = read.flags
    func said(_ flag: AuthenticatorFlags, _ name: String) -> String? {
      flags.map { $0.contains(flag) ? name : "no \(name)" }
    }
    return [
      StepDraft(
        first, "Somebody was present", expected: "UP", received: said(.userPresent, "UP"),
        isDemanded("requireUserPresence", otherwise: true) ? .judged : .nothingToJudge("Presence was not demanded.")),
      StepDraft(
        first + 1, "The user was verified, if that was demanded", expected: "UV", received: said(.userVerified, "UV"),
        isDemanded("requireUserVerification", otherwise: false)
          ? .judged : .nothingToJudge("Not demanded; the response says \(said(.userVerified, "UV") ?? "nothing").")),
      StepDraft(
        first + 2, "Not backed up without being eligible for it", expected: "no BS without BE",
        received: [said(.backupEligible, "BE"), said(.backedUp, "BS")].compactMap(\.self).joined(separator: ", ")),
    ]
  }

  func rpIDStep(_ number: Int) -> StepDraft {
    StepDraft(
      number, "The authenticator answered for this RP ID", expected: expected("rpId").map { "the hash of \($0)" },
      received: rpIDHash,
      taken.contains(.rpID) ? .nothingToJudge("No RP ID was given, so one was taken that fits the response.") : .judged)
  }

  func extensionsStep(_ number: Int) -> StepDraft {
    let asked = row.extensions().sorted().joined(separator: ", ")
    let client = read.extensionResults?.identifiers ?? []
    let signed = read.authenticatorData.map { AuthenticatorExtensionOutputs($0).identifiers } ?? []
    let names = Set(client + signed).sorted().joined(separator: ", ")
    return StepDraft(
      number, "Outputs of extensions that were asked for are of the right kind",
      expected: asked.isEmpty ? "others are passed over" : WebAuthnError.printable(asked),
      received: names.isEmpty ? "none" : WebAuthnError.printable(names))
  }
}
