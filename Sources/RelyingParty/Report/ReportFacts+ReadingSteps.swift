extension ReportFacts {
  /// Steps 3 and 4 of §7.1 and of §7.2: the answer as a whole.
  var envelopeSteps: [StepDraft] {
    [
      StepDraft(
        3, "The answer is a public-key credential with a response", expected: "type public-key, rawId equal to id, a response",
        received: read.text("type").map { "type \(WebAuthnError.printable($0))" }),
      StepDraft(4, "The browser's outputs of extensions are an object", received: read.extensionResults == nil ? "none" : "an object"),
    ]
  }

  /// §7.1 steps 5 and 6, §7.2 steps 8 and 9: the client data is read.
  func readingSteps(from first: Int) -> [StepDraft] {
    [
      StepDraft(first, "The client data is UTF-8", expected: "UTF-8", received: read.clientData == nil ? nil : "UTF-8"),
      StepDraft(
        first + 1, "The client data is a JSON object", expected: "an object with type, challenge and origin",
        received: read.clientData == nil ? nil : "an object"),
    ]
  }
}
