import Authenticator
import CTSS2

/// A raw command to the TPM (TPM 2.0 Library, Part 1 §18), with at most one session, which uses no HMAC.
///
/// Signing uses raw commands because for each command with a session, tpm2-tss computes several hashes, needed or not,
/// and creates a new OpenSSL library context for each of them, which takes longer than a signature in a software TPM.
struct PlainCommand {
  var code: UInt32
  var handles: [UInt32] = []
  /// A policy session that needs no authorization value, or the session for an empty password.
  var session: UInt32?
  var parameters = TPMBytes()

  static let emptyPassword = UInt32(0x4000_0009)

  var bytes: [UInt8] {
    var body = TPMBytes()
    for handle in handles { body.append(handle) }
    if let session {
      body.append(UInt32(9))
      body.append(session)
      body.append(sized: [])  // no nonce
      body.append(UInt8(0))  // the session ends with this command
      body.append(sized: [])  // no HMAC
    }
    var whole = TPMBytes()
    whole.append(session == nil ? UInt16(0x8001) : 0x8002)
    whole.append(UInt32(truncatingIfNeeded: 10 + body.bytes.count + parameters.bytes.count))
    whole.append(code)
    return whole.bytes + body.bytes + parameters.bytes
  }
}

extension TPMConnection {
  /// - Returns: The response after its code or, if there was a session, after the length of its parameters.
  func send(_ command: PlainCommand, _ name: String) throws(KeyStoreError) -> TPMScanner {
    let bytes = command.bytes
    var answer: [UInt8] = []
    try run(name) { exchange(bytes, &answer) }
    var scanner = TPMScanner(Array(answer.dropFirst(10)))
    if command.session != nil { _ = scanner.takeNumber(bytes: 4) }
    return scanner
  }

  /// - Returns: The TPM's response code, or the transport's.
  private func exchange(_ command: [UInt8], _ answer: inout [UInt8]) -> TSS2_RC {
    let way = UnsafePointer<TSS2_TCTI_CONTEXT_COMMON_V1>(transport)
    guard let transmit = way.pointee.transmit, let receive = way.pointee.receive else { return Self.unreachable }
    let sent = transmit(transport, command.count, command)
    guard sent == 0 else { return sent }
    answer = [UInt8](repeating: 0, count: 4096)
    var count = answer.count
    let received = receive(transport, &count, &answer, -1)
    guard received == 0 else { return received }
    answer = Array(answer.prefix(count))
    var scanner = TPMScanner(answer)
    guard scanner.take(6) != nil, let code = scanner.takeNumber(bytes: 4) else { return Self.unreachable }
    return code
  }
  private static let unreachable = TSS2_RC(0x000a_000a)
}
