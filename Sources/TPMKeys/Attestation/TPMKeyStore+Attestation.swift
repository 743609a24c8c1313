import Authenticator
import CTSS2
import Encoding

/// The attestation key and its certificates outlast a reset: they say which TPM this is, not whose keys are in it.
extension TPMKeyStore {
  static let attestationKeyFile = "attestation-key", certificatesFile = "attestation-certificates"

  /// - Parameter extraData: At most 64 bytes.
  public func certify(_ reference: KeyReference, over extraData: [UInt8], leave: (any Leave)?) throws(KeyStoreError) -> KeyCertification? {
    guard let written = try folder.read(Self.certificatesFile), let chain = Self.chain(written), let attesting = try attestationObject() else {
      return nil
    }
    let tpm = try TPMConnection(device)
    let (form, state) = try known(reference, .signing)
    let key = try loadNew(form, state, tpm)
    guard let policy = state.guards?.policy(for: form.guarded, gate: state.gateArea?.name), let area = form.area(policy: policy) else {
      throw KeyStoreError(.unknownKey)
    }
    let attestation = try loadAttestationKey(attesting, state, tpm)
    let (certInfo, signature) = try tpm.certify(key, by: attestation, over: extraData)
    return KeyCertification(algorithm: -7, certificates: chain, certInfo: certInfo, signature: signature, pubArea: area.bytes)
  }

  /// What a certification authority is asked with. Makes the attestation key where there is none.
  public func attestationRequest() throws(KeyStoreError) -> AttestationRequest {
    let object = try changing { tpm throws(KeyStoreError) in
      if let object = try attestationObject() { return object }
      let primary = try primary(tpm, of: try found(tpm))
      let made = try tpm.create(.attestation(), under: primary).object
      tpm.flush(primary)
      try folder.write(made.unique + made.wrapped, as: Self.attestationKeyFile)
      return made
    }
    guard let area = Self.attestationArea(object) else { throw KeyStoreError(.failed, "The attestation key's file is damaged.") }
    let endorsement = try TPMConnection(device).endorsementKey()
    return AttestationRequest(
      endorsementCertificate: endorsement.certificate, endorsementKey: endorsement.area.bytes, attestationKey: area.bytes)
  }

  /// What the authority hid in its challenge: to be shown to it, as proof.
  public func activate(_ challenge: AttestationChallenge) throws(KeyStoreError) -> Secret {
    guard let object = try attestationObject() else { throw KeyStoreError(.unknownKey, "There is no attestation key yet.") }
    let state = try state(), tpm = try TPMConnection(device)
    let key = try loadAttestationKey(object, state, tpm)
    return try tpm.activate(challenge, for: key, by: try tpm.endorsementKey())
  }

  /// From now on keys are certified with these.
  /// - Parameter certificates: The attestation key's own, then those above it; X.509 in DER.
  public func install(_ certificates: [[UInt8]]) throws(KeyStoreError) {
    guard let object = try attestationObject(), let point = CurvePoint(compressed: object.unique), let leaf = certificates.first,
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

  private func loadAttestationKey(_ object: StoredObject, _ state: StoreState, _ tpm: TPMConnection) throws(KeyStoreError) -> ESYS_TR {
    guard let area = Self.attestationArea(object) else { throw KeyStoreError(.failed, "The attestation key's file is damaged.") }
    let primary = try primary(tpm, of: state)
    defer { tpm.flush(primary) }
    return try tpm.load(area, object.wrapped, under: primary)
  }
}
