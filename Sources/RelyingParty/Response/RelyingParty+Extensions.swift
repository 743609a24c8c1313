extension RelyingParty {
  /// §7.1 step 21 and §7.2 step 23: the outputs of the extensions against those that were asked for.
  func verifyExtensions(
    _ results: ClientExtensionResults?, _ authenticatorData: AuthenticatorData, requested: Set<String>, policy: UnsolicitedExtensionPolicy,
    step: CeremonyStep
  ) throws(WebAuthnError) -> [CeremonyWarning] {
    guard policy != .ignore else { return [] }
    let signed = authenticatorData.hasExtensions ? authenticatorData.extensions?.map?.compactMap(\.key.text) ?? [] : []
    let unsolicited = Set(signed + (results?.identifiers ?? [])).subtracting(requested).sorted()
    guard let first = unsolicited.first else { return [] }
    if policy == .refuse { throw WebAuthnError(step, .unsolicitedExtension, received: first) }
    return unsolicited.map { .unsolicitedExtension($0) }
  }

  /// PRF outputs are secrets of the person; a page has to remove them before it sends the response.
  func refusePRFResults(in results: ClientExtensionResults?, step: CeremonyStep) throws(WebAuthnError) {
    if let results, results.hasPRFResults { throw WebAuthnError(step, .prfResultsPresent, expected: "no prf.results") }
  }
}
