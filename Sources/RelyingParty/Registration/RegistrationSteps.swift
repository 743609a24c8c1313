import Encoding

extension RelyingParty {
  /// Performs §7.1 step 18: checks the backup eligibility against the policy.
  func verify(_ eligibility: BackupEligibility, _ policy: BackupEligibilityPolicy) throws(WebAuthnError) {
    let wanted: BackupEligibility
    switch policy {
    case .any: return
    case .requireDeviceBound: wanted = .notEligible
    case .requireEligible: wanted = .eligible
    }
    guard eligibility == wanted else {
      throw WebAuthnError(
        .registration(18), .backupEligibilityRefused, expected: wanted.rawValue, received: eligibility.rawValue)
    }
  }

  /// Performs §7.1 step 20: checks that the key's algorithm is one of those requested, and that the key fits the
  /// algorithm.
  func verify(_ key: COSEKey, algorithms requested: [COSEAlgorithmIdentifier]) throws(WebAuthnError)
    -> any VerificationKey
  {
    guard requested.contains(key.algorithm) else {
      throw WebAuthnError(
        .registration(20), .algorithmNotAllowed, expected: requested.map(\.description).joined(separator: ", "),
        received: key.algorithm.description)
    }
    let algorithm = try algorithms.algorithm(of: key, at: .registration(20))
    do { return try algorithm.verificationKey(key) } catch { throw WebAuthnError(.registration(20), error.code) }
  }

  /// Performs §7.1 steps 22 to 25: verifies the statement according to its format and assesses its chain.
  func verifyAttestation(
    _ object: AttestationObject, _ credential: AttestedCredentialData, key: any VerificationKey, clientData: [UInt8],
    policy: AttestationPolicy,
    at time: UnixTime
  ) throws(WebAuthnError) -> AttestationVerdict {
    // Step 22
    guard let verifier = formats[object.format] else {
      throw WebAuthnError(
        .registration(22), .unsupportedFormat, expected: formats.identifiers.joined(separator: ", "),
        received: object.format)
    }

    // Step 23
    let statement: CBORValue
    do { statement = try object.statement } catch { throw WebAuthnError(.registration(23), .malformedCBOR) }
    let input = AttestationInput(
      statement: statement, authenticatorData: object.authenticatorData, credential: credential, credentialKey: key,
      clientDataHash: clientData.hash, time: time, algorithms: algorithms, formats: formats)
    let result = try verifier.verify(input)

    // Steps 24 and 25
    return try assess(result, format: object.format, aaguid: credential.aaguid, policy: policy, at: time)
  }
}
