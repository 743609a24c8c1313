import Encoding

/// The format `android-key` (WebAuthn Level 3 §8.4): a certificate for this one key, made by Android's key store.
public struct AndroidKeyAttestation: AttestationStatementVerifier {
  /// Count only what the trusted execution environment (or a secure element) enforces, not what Android itself promises.
  public var requiresTrustedEnvironment: Bool

  /// The format.
  public init(requiresTrustedEnvironment: Bool = false) { self.requiresTrustedEnvironment = requiresTrustedEnvironment }

  /// `android-key`
  public var format: String { "android-key" }

  /// The verification procedure of §8.4.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    let (algorithm, signature) = try input.algorithmAndSignature()
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    try input.verify(signature, of: input.signedBytes, by: leaf, algorithm: algorithm)
    try input.verifyKey(of: leaf)
    guard let description = try? AndroidKeyDescription(leaf) else {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "a key description")
    }
    // A key that the key store has attested can sign a certificate with a description of its own making.
    guard path.dropFirst().allSatisfy({ $0[AndroidKeyDescription.identifier] == nil }) else {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "no key description in the issuers' certificates")
    }
    guard description.attestationChallenge.elementsEqual(input.clientDataHash) else {
      throw WebAuthnError(.registration(23), .attestationChallengeMismatch, expected: "the hash of the client data as attestationChallenge")
    }
    try verify(description)
    // Where the key comes from counts as what the hardware enforces alone: what was brought into it was once outside.
    let isDeviceBound = description.isInHardware && description.teeEnforced.origin == AndroidKeyDescription.generated
    return AttestationResult(type: .basic, trustPath: path, isDeviceBound: isDeviceBound)
  }

  private func verify(_ description: AndroidKeyDescription) throws(WebAuthnError) {
    let lists = [description.softwareEnforced, description.teeEnforced]
    // A key for all apps could not be scoped to the RP ID.
    guard !lists.contains(where: \.allApplications) else {
      throw WebAuthnError(.registration(23), .androidKeyAuthorization, expected: "no allApplications")
    }
    if requiresTrustedEnvironment {
      try verify([description.teeEnforced], mustSay: true)
    } else {
      try verify(lists, mustSay: false)
    }
  }

  /// What stands in the lists has to be right. That it stands there is demanded only of the trusted execution environment: a description with
  /// two empty lists is among the specification's own test vectors.
  private func verify(_ lists: [AndroidKeyDescription.AuthorizationList], mustSay: Bool) throws(WebAuthnError) {
    let origins = Set(lists.compactMap(\.origin))
    guard origins == [AndroidKeyDescription.generated] || (!mustSay && origins.isEmpty) else {
      throw WebAuthnError(.registration(23), .androidKeyAuthorization, expected: "origin KM_ORIGIN_GENERATED")
    }
    let purposes = Set(lists.flatMap(\.purposes))
    guard purposes == [AndroidKeyDescription.sign] || (!mustSay && purposes.isEmpty) else {
      throw WebAuthnError(.registration(23), .androidKeyAuthorization, expected: "purpose KM_PURPOSE_SIGN")
    }
  }
}
