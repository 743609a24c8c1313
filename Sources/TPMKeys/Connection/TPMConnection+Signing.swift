import Authenticator
import CTSS2

extension TPMConnection {
  /// A handle that the TPM assigned. When the connection closes, the object that then has this handle is flushed.
  struct Number: Hashable { let value: UInt32 }

  func number(of handle: ESYS_TR) throws(KeyStoreError) -> Number {
    var value = TPM2_HANDLE(0)
    try run("handle") { Esys_TR_GetTpmHandle(esys, handle, &value) }
    return Number(value: value)
  }

  /// Returns the object's saved context (TPMS_CONTEXT), which the TPM accepts back until it is restarted.
  func savedContext(_ object: Number) throws(KeyStoreError) -> [UInt8] {
    var answer = try send(PlainCommand(code: Command.saveContext, handles: [object.value]), "TPM2_ContextSave")
    return answer.takeRest()
  }

  /// Restores an object from its context; returns `nil` if the TPM does not accept the context.
  func restored(context: [UInt8]) -> Number? {
    var command = PlainCommand(code: Command.loadContext)
    command.parameters.append(raw: context)
    guard var answer = try? send(command, "TPM2_ContextLoad") else { return nil }
    return answer.takeNumber(bytes: 4).map { keep(Number(value: $0)) }
  }

  /// Starts a policy session that neither encrypts nor authenticates anything.
  func startPolicy() throws(KeyStoreError) -> Number {
    var command = PlainCommand(code: Command.startSession, handles: [Self.nobody, Self.nobody])
    // The caller's nonce is only used in HMACs, and this session has none.
    command.parameters.append(sized: [UInt8](repeating: 0, count: 16))
    command.parameters.append(sized: [])
    command.parameters.append(SessionKind.policy.rawValue)
    command.parameters.append(Algorithm.null)
    command.parameters.append(Algorithm.sha256)
    var answer = try send(command, "TPM2_StartAuthSession")
    guard let handle = answer.takeNumber(bytes: 4) else { throw KeyStoreError(.failed) }
    return keep(Number(value: handle))
  }

  /// Increments a counter that has no authorization value.
  func increment(at index: UInt32) throws(KeyStoreError) {
    _ = try send(
      PlainCommand(code: Command.incrementIndex, handles: [index, index], session: PlainCommand.emptyPassword),
      "TPM2_NV_Increment")
  }
  /// Reads the 8 bytes of a counter that has no authorization value.
  func read(at index: UInt32) throws(KeyStoreError) -> [UInt8] {
    var command = PlainCommand(code: Command.readIndex, handles: [index, index], session: PlainCommand.emptyPassword)
    command.parameters.append(UInt16(8))
    command.parameters.append(UInt16(0))
    var answer = try send(command, "TPM2_NV_Read")
    guard let bytes = answer.takeSized(), bytes.count == 8 else { throw KeyStoreError(.failed) }
    return bytes
  }

  func policyTicket(_ ticket: SecretTicket, of name: [UInt8], _ session: Number) throws(KeyStoreError) {
    var command = PlainCommand(code: Command.policyTicket, handles: [session.value])
    command.parameters.append(sized: ticket.timeout.bytes)
    command.parameters.append(sized: [])
    command.parameters.append(sized: [])
    command.parameters.append(sized: name)
    command.parameters.append(ticket.ticket.tag)
    command.parameters.append(ticket.ticket.hierarchy)
    command.parameters.append(sized: ticket.ticket.digest.bytes)
    _ = try send(command, "TPM2_PolicyTicket")
  }

  /// Requires the index to hold these bytes. Throws `unknownKey` if it holds something else or no longer exists.
  func policyIndex(at handle: UInt32, equals bytes: [UInt8], _ session: Number) throws(KeyStoreError) {
    var command = PlainCommand(
      code: Command.policyIndex, handles: [handle, handle, session.value], session: PlainCommand.emptyPassword)
    command.parameters.append(sized: bytes)
    command.parameters.append(UInt16(0))
    command.parameters.append(UInt16(0))
    do { _ = try send(command, "TPM2_PolicyNV") } catch {
      throw error.code == .failed ? KeyStoreError(.unknownKey, "It is from before a reset.") : error
    }
  }

  /// - Returns: A DER `ECDSA-Sig-Value`.
  func sign(_ digest: [UInt8], with key: Number, _ session: Number) throws(KeyStoreError) -> [UInt8] {
    var command = PlainCommand(code: Command.sign, handles: [key.value], session: session.value)
    command.parameters.append(sized: digest)
    command.parameters.append(Algorithm.null)  // the key has its own scheme
    command.parameters.append(UInt16(0x8024))  // TPM_ST_HASHCHECK, of nobody: the key signs what others hashed
    command.parameters.append(Self.nobody)
    command.parameters.append(sized: [])
    var answer = try send(command, "TPM2_Sign")
    forget(session)
    guard answer.takeNumber(bytes: 2) == UInt32(Algorithm.ecdsa), answer.takeNumber(bytes: 2) != nil,
      let r = answer.takeSized(),
      let s = answer.takeSized(), let signature = Self.encoded(r, s)
    else { throw KeyStoreError(.failed) }
    return signature
  }

  /// The null handle, TPM_RH_NULL.
  private static let nobody = UInt32(0x4000_0007)
}
