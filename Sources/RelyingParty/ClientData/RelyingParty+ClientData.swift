import Encoding

extension RelyingParty {
  /// The steps about the client data, which are the same in both ceremonies: §7.1 steps 7 to 11, §7.2 steps 10 to 14.
  func verify(
    _ clientData: CollectedClientData, type: String, challenge: [UInt8], firstStep: CeremonyStep
  ) throws(WebAuthnError) {
    let document = clientData.document
    func step(_ offset: Int) -> CeremonyStep { CeremonyStep(firstStep.ceremony, firstStep.number + offset) }

    // §7.1 step 7, §7.2 step 10
    guard clientData.isType(type) else { throw WebAuthnError(step(0), .typeMismatch, expected: type, received: clientData.type) }

    // §7.1 step 8, §7.2 step 11
    guard clientData.challenge == challenge else { throw WebAuthnError(step(1), .challengeMismatch) }

    // §7.1 step 9, §7.2 step 12
    guard origins.contains(where: { document.equals(clientData.originNode, $0) }) else {
      throw WebAuthnError(step(2), .originMismatch, expected: origins.joined(separator: " or "), received: clientData.origin)
    }

    // §7.1 step 10, §7.2 step 13
    if clientData.crossOrigin, !allowsCrossOrigin { throw WebAuthnError(step(3), .crossOrigin, expected: "false", received: "true") }

    // §7.1 step 11, §7.2 step 14
    if let topOrigin = clientData.topOriginNode {
      guard allowsCrossOrigin else { throw WebAuthnError(step(4), .crossOrigin, expected: "no topOrigin", received: clientData.topOrigin) }
      guard topOrigins.contains(where: { document.equals(topOrigin, $0) }) else {
        throw WebAuthnError(
          step(4), .topOriginMismatch, expected: topOrigins.joined(separator: " or "), received: clientData.topOrigin)
      }
    }
  }
}
