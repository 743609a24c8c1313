import Authenticator
import CTSS2
import Encoding

extension TPMConnection {
  enum SessionKind: UInt8 { case authorization = 0, policy = 1 }

  /// - Parameters:
  ///   - primary: The key with which the session key is agreed, so that an eavesdropper on the bus can neither read
  ///     what is encrypted nor try PINs against the proofs. `nil` for a session that hides nothing.
  func startSession(_ kind: SessionKind, with primary: ESYS_TR? = nil, _ attributes: SessionAttributes = [])
    throws(KeyStoreError) -> ESYS_TR
  {
    var cipher = TPMT_SYM_DEF(), handle = Handle.none
    cipher.algorithm = Algorithm.null
    if primary != nil {
      cipher.algorithm = Algorithm.aes
      cipher.keyBits.aes = 128
      cipher.mode.aes = Algorithm.cipherFeedback
    }
    try run("TPM2_StartAuthSession") {
      Esys_StartAuthSession(
        esys, primary ?? Handle.none, Handle.none, Handle.none, Handle.none, Handle.none, nil, kind.rawValue, &cipher,
        Algorithm.sha256, &handle)
    }
    _ = keep(handle)
    try run("session") { Esys_TRSess_SetAttributes(esys, handle, attributes.rawValue, 0xff) }
    return handle
  }

  func policyAuthorizationValue(_ session: ESYS_TR) throws(KeyStoreError) {
    try run("TPM2_PolicyAuthValue") { Esys_PolicyAuthValue(esys, session, Handle.none, Handle.none, Handle.none) }
  }

  func policyCommand(_ code: UInt32, _ session: ESYS_TR) throws(KeyStoreError) {
    try run("TPM2_PolicyCommandCode") {
      Esys_PolicyCommandCode(esys, session, Handle.none, Handle.none, Handle.none, code)
    }
  }

  func policyIndexUnwritten(_ session: ESYS_TR) throws(KeyStoreError) {
    try run("TPM2_PolicyNvWritten") { Esys_PolicyNvWritten(esys, session, Handle.none, Handle.none, Handle.none, 0) }
  }

  func policyAny(of branches: [[UInt8]], _ session: ESYS_TR) throws(KeyStoreError) {
    var list = TPML_DIGEST()
    list.count = UInt32(branches.count)
    withUnsafeMutableBytes(of: &list.digests) { all in
      let digests = all.bindMemory(to: TPM2B_DIGEST.self)
      for (index, branch) in branches.enumerated() where index < digests.count {
        digests[index] = TPM2B_DIGEST(branch) ?? TPM2B_DIGEST()
      }
    }
    try run("TPM2_PolicyOR") { Esys_PolicyOR(esys, session, Handle.none, Handle.none, Handle.none, &list) }
  }

  /// Requires the index to hold these bytes. Throws `unknownKey` if it holds something else or no longer exists.
  func policyIndex(_ index: ESYS_TR, equals bytes: [UInt8], _ session: ESYS_TR) throws(KeyStoreError) {
    guard var operand = TPM2B_OPERAND(bytes) else { throw KeyStoreError(.failed) }
    let refusal = attempt("TPM2_PolicyNV") {
      Esys_PolicyNV(esys, index, index, session, Handle.password, Handle.none, Handle.none, &operand, 0, 0)
    }
    guard let refusal else { return }
    switch refusal.kind {
    case .absent, .unwritten: throw KeyStoreError(.unknownKey, "It is from before a reset.")
    default: throw refusal.error
    }
  }

  /// - Parameters:
  ///   - authorizing: The session that proves the authorization value of `entity`.
  ///   - lifetime: How many seconds the ticket stays valid; 0 for no ticket.
  func policySecret(of entity: ESYS_TR, _ session: ESYS_TR, authorizing: ESYS_TR, lifetime: Int32 = 0)
    throws(KeyStoreError) -> SecretAnswer
  {
    var nonce = TPM2B_NONCE()
    if lifetime > 0 {
      var given: UnsafeMutablePointer<TPM2B_NONCE>?
      try run("session") { Esys_TRSess_GetNonceTPM(esys, session, &given) }
      nonce = try Self.take(given) { $0.pointee }
    }
    var timeout: UnsafeMutablePointer<TPM2B_TIMEOUT>?, ticket: UnsafeMutablePointer<TPMT_TK_AUTH>?
    let refusal = attempt("TPM2_PolicySecret") {
      Esys_PolicySecret(
        esys, entity, session, authorizing, Handle.none, Handle.none, &nonce, nil, nil, -lifetime, &timeout, &ticket)
    }
    if let refusal { return .refused(refusal) }
    let limit = try Self.take(timeout) { $0.pointee }
    return .shown(try Self.take(ticket) { SecretTicket(timeout: limit, ticket: $0.pointee) })
  }

  func policyTicket(_ ticket: SecretTicket, of name: [UInt8], _ session: ESYS_TR) throws(KeyStoreError) {
    guard var name = TPM2B_NAME(name) else { throw KeyStoreError(.failed) }
    var timeout = ticket.timeout, structure = ticket.ticket, nothing = TPM2B_DIGEST()
    try run("TPM2_PolicyTicket") {
      Esys_PolicyTicket(
        esys, session, Handle.none, Handle.none, Handle.none, &timeout, &nothing, &nothing, &name, &structure)
    }
  }
}

enum SecretAnswer {
  case shown(SecretTicket)
  case refused(TPMRefusal)
}

/// The TPM's confirmation that it was shown an authorization value. The TPM accepts it for the stated lifetime, or
/// until it is restarted.
struct SecretTicket {
  let timeout: TPM2B_TIMEOUT
  let ticket: TPMT_TK_AUTH
}

extension TPMConnection {
  func setAuthorization(_ value: Secret, of handle: ESYS_TR) throws(KeyStoreError) {
    let code = TPM2B_AUTH.with(value) { Esys_TR_SetAuth(esys, handle, &$0) }
    guard code == 0 else { throw TPMRefusal(code: code, command: "authorization").error }
  }

  /// - Returns: The object with the new value, in the form that only the TPM can read.
  func changeAuthorization(of object: ESYS_TR, under parent: ESYS_TR, to value: Secret, _ session: ESYS_TR)
    throws(KeyStoreError) -> [UInt8]
  {
    var wrapped: UnsafeMutablePointer<TPM2B_PRIVATE>?
    try TPM2B_AUTH.with(value) { value throws(KeyStoreError) in
      try run("TPM2_ObjectChangeAuth") {
        Esys_ObjectChangeAuth(esys, object, parent, session, Handle.none, Handle.none, &value, &wrapped)
      }
    }
    forget(session)
    return try Self.take(wrapped) { $0.pointee.bytes }
  }

  func changeAuthorization(ofIndex index: ESYS_TR, to value: Secret, _ session: ESYS_TR) throws(KeyStoreError) {
    try TPM2B_AUTH.with(value) { value throws(KeyStoreError) in
      try run("TPM2_NV_ChangeAuth") { Esys_NV_ChangeAuth(esys, index, session, Handle.none, Handle.none, &value) }
    }
    forget(session)
  }
}
