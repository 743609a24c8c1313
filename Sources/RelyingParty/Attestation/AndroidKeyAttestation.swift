import Encoding

/// The format `android-key` (WebAuthn Level 3 §8.4): a certificate for this one key, issued by Android's key store.
public struct AndroidKeyAttestation: AttestationStatementVerifier {
  /// `true` to rely only on what the trusted execution environment (or a secure element) enforces, not on what Android
  /// itself promises.
  public var requiresTrustedEnvironment: Bool

  /// Creates the verifier.
  public init(requiresTrustedEnvironment: Bool = false) { self.requiresTrustedEnvironment = requiresTrustedEnvironment }

  /// The identifier `android-key`.
  public var format: String { "android-key" }

  /// Performs the verification procedure of §8.4.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    let (algorithm, signature) = try input.algorithmAndSignature()
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    try input.verify(signature, of: input.signedBytes, by: leaf, algorithm: algorithm)
    try input.verifyKey(of: leaf)
    guard let description = try? AndroidKeyDescription(leaf) else {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "a key description")
    }
    // A key attested by the key store could sign a certificate that contains a made-up description.
    guard path.dropFirst().allSatisfy({ $0[AndroidKeyDescription.identifier] == nil }) else {
      throw WebAuthnError(
        .registration(23), .certificateRequirements, expected: "no key description in the issuers' certificates")
    }
    guard description.attestationChallenge.elementsEqual(input.clientDataHash) else {
      throw WebAuthnError(
        .registration(23), .attestationChallengeMismatch,
        expected: "the hash of the client data as attestationChallenge")
    }
    try verify(description)
    // For the key's origin, only what the hardware enforces counts, because an imported key has existed outside the
    // hardware.
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

  /// Checks the values in the lists. Only the list of the trusted execution environment must contain them, because the
  /// specification's own test vectors include a description with two empty lists.
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

/// `KeyDescription`, the extension 1.3.6.1.4.1.11129.2.1.17 of Android's key attestation certificates, as far as
/// WebAuthn requires it.
struct AndroidKeyDescription {
  /// `AuthorizationList`
  struct AuthorizationList {
    /// `[600]`: any app may use the key.
    var allApplications = false
    /// `[702]`: the origin of the key.
    var origin: Int64?
    /// `[1]`: the permitted uses of the key.
    var purposes: [Int64] = []
  }

  static let identifier: DERObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17]
  /// The value `KM_ORIGIN_GENERATED`.
  static let generated: Int64 = 0
  /// The values `TrustedEnvironment` and `StrongBox`.
  private static let hardware: Set<Int64> = [1, 2]
  /// The value `KM_PURPOSE_SIGN`.
  static let sign: Int64 = 2

  /// `true` if the key is both kept and described by a trusted environment or a secure element (`SecurityLevel`).
  let isInHardware: Bool
  let attestationChallenge: ArraySlice<UInt8>
  let softwareEnforced: AuthorizationList
  let teeEnforced: AuthorizationList

  init(_ certificate: X509Certificate) throws(DERError) {
    guard var value = certificate.value(Self.identifier) else { throw .unexpectedType }
    var members = try value.enter(.sequence)
    try value.finish()
    // Reads the versions and security levels of the attestation and of the key store.
    _ = try members.readInteger()
    let describedBy = try members.readInteger(.enumerated)
    _ = try members.readInteger()
    let keptBy = try members.readInteger(.enumerated)
    isInHardware = Self.hardware.contains(describedBy) && Self.hardware.contains(keptBy)
    attestationChallenge = try members.readOctetString()
    // Skips uniqueId.
    _ = try members.readOctetString()
    softwareEnforced = try Self.authorizations(try members.enter(.sequence))
    teeEnforced = try Self.authorizations(try members.enter(.sequence))
  }

  private static func authorizations(_ reader: DERReader) throws(DERError) -> AuthorizationList {
    var reader = reader
    var list = AuthorizationList()
    var lastNumber: UInt32?
    while !reader.isAtEnd {
      let element = try reader.read()
      // The members are ordered, so there can be no duplicate that different readers would resolve differently.
      if let lastNumber, element.tag.number <= lastNumber { throw .notDistinguished }
      lastNumber = element.tag.number
      var inside = reader.reader(of: element)
      switch element.tag.number {
      case 1:
        guard element.tag == .context(1) else { throw .unexpectedType }
        var purposes = try inside.enter(.set)
        while !purposes.isAtEnd { list.purposes.append(try purposes.readInteger()) }
        try inside.finish()
      case 600: list.allApplications = true
      case 702:
        guard element.tag == .context(702) else { throw .unexpectedType }
        list.origin = try inside.readInteger()
        try inside.finish()
      default: break
      }
    }
    return list
  }
}
