extension RelyingParty {
  /// §7.1 step 21 and §7.2 step 23: the outputs of the extensions against those that were asked for.
  ///
  /// What was asked for has to be of the right kind. What was not is the policy's to judge, whatever it is.
  func verifyExtensions(
    _ outputs: ExtensionOutputs, requested: Set<String>, policy: UnsolicitedExtensionPolicy, tolerated: Set<String>, step: CeremonyStep
  ) throws(WebAuthnError) -> [CeremonyWarning] {
    if !requested.isEmpty, let name = outputs.malformed(among: requested, in: step.ceremony) {
      throw WebAuthnError(step, .malformedExtensionOutput, received: name)
    }
    guard policy != .ignore else { return [] }
    let unsolicited = Set(outputs.signed.identifiers + outputs.client.identifiers).subtracting(requested).subtracting(tolerated).sorted()
    guard let first = unsolicited.first else { return [] }
    if policy == .refuse { throw WebAuthnError(step, .unsolicitedExtension, received: first) }
    return unsolicited.map { .unsolicitedExtension($0) }
  }

  /// PRF outputs are secrets of the person; a page has to remove them before it sends the response.
  func refusePRFResults(in results: ClientExtensionResults?, step: CeremonyStep) throws(WebAuthnError) {
    if let results, results.hasPRFResults { throw WebAuthnError(step, .prfResultsPresent, expected: "no prf.results") }
  }
}
