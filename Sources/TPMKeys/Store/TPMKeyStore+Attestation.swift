import Authenticator
import CTSS2
import Encoding

/// The attestation key and its certificates survive a reset, because they identify the TPM rather than the owner of the
/// keys in it.
extension TPMKeyStore {
  static let attestationKeyFile = "attestation-key", certificatesFile = "attestation-certificates"

  /// - Parameter extraData: At most 64 bytes.
  public func certify(
    _ reference: KeyReference, over extraData: [UInt8], leave: (any PINSession)?
  ) throws(KeyStoreError) -> KeyCertification? {
    guard let written = try folder.read(Self.certificatesFile), let chain = Self.chain(written),
      let attesting = try attestationObject()
    else {
      return nil
    }
    let tpm = try TPMConnection(device)
    let (form, state) = try known(reference, .signing)
    let key = try loadNew(form, state, tpm)
    guard let policy = state.guards?.policy(for: form.guarded, gate: state.gateArea?.name),
      let area = form.area(policy: policy)
    else {
      throw KeyStoreError(.unknownKey)
    }
    let attestation = try loadAttestationKey(attesting, state, tpm)
    let (certInfo, signature) = try tpm.certify(key, by: attestation, over: extraData)
    return KeyCertification(
      algorithm: -7, certificates: chain, certInfo: certInfo, signature: signature, pubArea: area.bytes)
  }

  /// Returns the request for a certification authority. Creates the attestation key if it does not exist.
  public func attestationRequest() throws(KeyStoreError) -> AttestationRequest {
    let object = try changing { tpm throws(KeyStoreError) in
      if let object = try attestationObject() { return object }
      let primary = try primary(tpm, of: try found(tpm))
      let made = try tpm.create(.attestation(), under: primary).object
      tpm.flush(primary)
      try folder.write(made.unique + made.wrapped, as: Self.attestationKeyFile)
      return made
    }
    guard let area = Self.attestationArea(object) else {
      throw KeyStoreError(.failed, "The attestation key's file is damaged.")
    }
    let endorsement = try TPMConnection(device).endorsementKey()
    return AttestationRequest(
      endorsementCertificate: endorsement.certificate, endorsementKey: endorsement.area.bytes,
      attestationKey: area.bytes)
  }

  /// Recovers the secret that the authority encrypted in its challenge, to be returned to the authority as proof.
  public func activate(_ challenge: AttestationChallenge) throws(KeyStoreError) -> Secret {
    guard let object = try attestationObject() else {
      throw KeyStoreError(.unknownKey, "There is no attestation key yet.")
    }
    let state = try state(), tpm = try TPMConnection(device)
    let key = try loadAttestationKey(object, state, tpm)
    return try tpm.activate(challenge, for: key, by: try tpm.endorsementKey())
  }

  /// Installs the certificates with which keys are certified from now on.
  /// - Parameter certificates: The attestation key's own certificate, then its issuers' certificates; X.509 in DER.
  public func install(_ certificates: [[UInt8]]) throws(KeyStoreError) {
    guard let object = try attestationObject(), let point = CurvePoint(compressed: object.unique),
      let leaf = certificates.first,
      leaf.contains(point.uncompressed)
    else { throw KeyStoreError(.unknownKey, "The certificate is not that of this store's attestation key.") }
    let chain = CBORValue.array(certificates.map { .bytes($0[...]) }).encoded()
    try folder.locked { () throws(KeyStoreError) in try folder.write(chain, as: Self.certificatesFile) }
  }

  private static func chain(_ written: [UInt8]) -> [[UInt8]]? {
    (try? CBORValue(decoding: written).array)?.compactMap { $0.byteString.map(Array.init) }
  }

  private func attestationObject() throws(KeyStoreError) -> StoredObject? {
    guard let bytes = try folder.read(Self.attestationKeyFile) else { return nil }
    return StoredObject(unique: Array(bytes.prefix(33)), wrapped: Array(bytes.dropFirst(33)))
  }

  private static func attestationArea(_ object: StoredObject) -> PublicArea? {
    CurvePoint(compressed: object.unique).map { .attestation(point: $0) }
  }

  private func loadAttestationKey(_ object: StoredObject, _ state: StoreState, _ tpm: TPMConnection)
    throws(KeyStoreError) -> ESYS_TR
  {
    guard let area = Self.attestationArea(object) else {
      throw KeyStoreError(.failed, "The attestation key's file is damaged.")
    }
    let primary = try primary(tpm, of: state)
    defer { tpm.flush(primary) }
    return try tpm.load(area, object.wrapped, under: primary)
  }
}

/// Everything a certification authority needs to certify a TPM's attestation key. The certificate shows that the
/// endorsement key belongs to a real TPM. A credential for the attestation key that only that TPM can open shows that
/// both keys are in the same TPM (TPM 2.0 Library, Part 1 §24; TCG EK Credential Profile §1.2).
public struct AttestationRequest: Hashable, Sendable {
  /// The manufacturer's certificate of the endorsement key, X.509 in DER.
  public let endorsementCertificate: [UInt8]
  /// The endorsement key as a `TPMT_PUBLIC`.
  public let endorsementKey: [UInt8]
  /// The attestation key as a `TPMT_PUBLIC`: restricted, fixed to its TPM, signs with ES256. The credential contains
  /// its Name.
  public let attestationKey: [UInt8]
}

/// The authority's answer, made by TPM2_MakeCredential or as described in Part 1 §24.
public struct AttestationChallenge: Hashable, Sendable {
  /// The content of a `TPM2B_ID_OBJECT`.
  public var credential: [UInt8]
  /// The content of a `TPM2B_ENCRYPTED_SECRET`.
  public var secret: [UInt8]
  public init(credential: [UInt8], secret: [UInt8]) { (self.credential, self.secret) = (credential, secret) }
}

extension TPMConnection {
  /// Returns the TPM's statement about `key`, signed by `attestationKey`. Both keys must have an empty authorization
  /// value.
  func certify(_ key: ESYS_TR, by attestationKey: ESYS_TR, over extraData: [UInt8]) throws(KeyStoreError) -> (
    certInfo: [UInt8], signature: [UInt8]
  ) {
    guard var qualifying = TPM2B_DATA(extraData) else {
      throw KeyStoreError(.failed, "More is to be certified than the TPM takes.")
    }
    var scheme = TPMT_SIG_SCHEME()
    scheme.scheme = Algorithm.null
    var information: UnsafeMutablePointer<TPM2B_ATTEST>?, signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
    try run("TPM2_Certify") {
      Esys_Certify(
        esys, key, attestationKey, Handle.password, Handle.password, Handle.none, &qualifying, &scheme, &information,
        &signature)
    }
    defer { Esys_Free(signature) }
    let certInfo = try Self.take(information) { $0.pointee.bytes }
    guard let encoded = signature.flatMap({ Self.encoded($0.pointee) }) else { throw KeyStoreError(.failed) }
    return (certInfo, encoded)
  }

  /// Recovers the secret that the authority encrypted, if both keys are in this TPM.
  func activate(_ challenge: AttestationChallenge, for attestationKey: ESYS_TR, by endorsement: EndorsementKey)
    throws(KeyStoreError) -> Secret
  {
    guard var credential = TPM2B_ID_OBJECT(challenge.credential), var secret = TPM2B_ENCRYPTED_SECRET(challenge.secret)
    else {
      throw KeyStoreError(.unknownKey, "It is no credential.")
    }
    var session = Handle.password
    if !endorsement.usesAuthorization {
      session = try startSession(.policy)
      if case .refused(let refusal) = try policySecret(of: Handle.endorsement, session, authorizing: Handle.password) {
        throw refusal.error
      }
    }
    var found: UnsafeMutablePointer<TPM2B_DIGEST>?
    try run("TPM2_ActivateCredential") {
      Esys_ActivateCredential(
        esys, attestationKey, endorsement.handle, Handle.password, session, Handle.none, &credential, &secret, &found)
    }
    forget(session)
    return try Self.take(found) { found in
      defer { withUnsafeMutableBytes(of: &found.pointee) { Wiping.wipe($0) } }
      return found.pointee.secret
    }
  }
}
