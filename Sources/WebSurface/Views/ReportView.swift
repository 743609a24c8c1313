import RelyingParty
import Sentences

/// A report as the page presents it: the sentence first, then the steps, then the decoded data. `RelyingParty`'s own
/// texts in it remain in English, and the page says so.
struct ReportView {
  let report: CeremonyReport

  var values: [String: Any] {
    let failed = report.failedStep
    var view: [String: Any] = [
      "isOK": report.verdict.error == nil, "headline": headline.said,
      "sentence": report.verdict.error?.sentence ?? success.said, "code": report.verdict.error?.code.rawValue ?? "ok",
      "isMalformed": report.verdict.error?.code == .malformedRow,
      "steps": report.steps.map(step), "hasSteps": !report.steps.isEmpty,
      "parts": report.parts.map { part($0, level: 0) },
      "hasParts": !report.parts.isEmpty, "carriesSecrets": report.carriesSecrets,
      "section": report.ceremony == .registration ? "7.1" : "7.2",
    ]
    view["advice"] = report.advice
    // This name differs from that of a step's value, because in a template, a step without its own value would show
    // this one.
    view["reportExpected"] = failed == nil ? report.verdict.error?.expected : failed?.expected
    view["reportReceived"] = failed == nil ? report.verdict.error?.received : failed?.received
    view["taken"] = takenSentence?.said
    return view
  }

  private var headline: Sentence {
    let isRegistration = report.ceremony == .registration
    guard report.verdict.error != nil else {
      return isRegistration ? "The registration passes" : "The sign-in passes"
    }
    guard let failed = report.failedStep else { return "Nothing was judged" }
    return isRegistration
      ? "The registration fails at step \(failed.number) of \(report.steps.count)"
      : "The sign-in fails at step \(failed.number) of \(report.steps.count)"
  }

  private var success: Sentence {
    let notJudged = report.steps.filter { $0.state == .notJudged }.count
    return notJudged == 0 ? "Every step passes." : "Every step that was judged passes."
  }

  private var takenSentence: Sentence? {
    let all: [(CeremonyReport.Taken, Sentence)] = [
      (.challenge, "no challenge"), (.origins, "no origin"), (.rpID, "no RP ID"),
    ]
    let names = all.filter { report.taken.contains($0.0) }.map(\.1)
    guard !names.isEmpty else { return nil }
    return """
      You gave \(names.listed), so the response's own was taken. It was not judged against one that a server gave out \
      or expects.
      """
  }

  private func step(_ step: ReportStep) -> [String: Any] {
    var view: [String: Any] = [
      "number": step.number, "title": step.title, "words": step.state.words, "state": step.state.rawValue,
      "isFailed": step.state == .failed, "isPassed": step.state == .passed,
    ]
    view["expected"] = step.state == .callersPart ? nil : step.expected
    view["received"] = step.state == .notReached ? nil : step.received
    view["isReason"] = step.state == .notJudged
    view["hasMore"] = view["expected"] != nil || view["received"] != nil
    return view
  }

  private func part(_ part: ReportPart, level: Int) -> [String: Any] {
    [
      "title": part.title,
      "facts": part.facts.map { fact -> [String: Any] in
        var view = ["label": fact.label, "value": fact.value]
        view["note"] = fact.note
        return view
      },
      // Templates cannot call themselves. A compound's certificates are the deepest level, and are shown alongside its
      // statements.
      "parts": level == 0 ? part.parts.flatMap { inner in [inner] + inner.parts }.map { self.part($0, level: 1) } : [],
    ]
  }
}
