import Authenticator
import CTSS2
import Crypto
import Encoding
import Foundation

/// The connection to the TPM for one operation. The objects and sessions that it placed in the TPM's few slots are
/// flushed when it closes, because nothing else flushes them behind a socket. Its calls block.
final class TPMConnection {
  let esys: OpaquePointer
  let transport: OpaquePointer
  /// `nil` if the connection uses tpm2-tss's own transport library.
  private let socket: SocketTransport?
  /// This connection's objects and sessions that are in the TPM now.
  private var inside: [ESYS_TR] = []
  private var numbers: [Number] = []

  /// - Parameter path: The path in tpm2-tss notation: `device:/dev/tpmrm0`, `swtpm:path=…`.
  init(_ path: String) throws(KeyStoreError) {
    Self.silence
    socket = try SocketTransport(device: path)
    let transport: OpaquePointer
    if let own = socket?.pointer { transport = own } else { transport = try TransportLibrary.open(path) }
    var esys: OpaquePointer?
    guard Esys_Initialize(&esys, transport, nil) == 0, let esys else {
      if socket == nil { TransportLibrary.close(transport) }
      throw KeyStoreError(.unavailable, "tpm2-tss cannot be used with \(path).")
    }
    (self.esys, self.transport) = (esys, transport)
  }

  deinit {
    for number in numbers { flush(number) }
    for handle in inside.reversed() { Esys_FlushContext(esys, handle) }
    var esys: OpaquePointer? = esys
    Esys_Finalize(&esys)
    if socket == nil { TransportLibrary.close(transport) }
  }

  /// tpm2-tss logs every refusal to standard error, even the ones that are expected here. It reads this variable when
  /// it logs its first message. An existing value takes precedence.
  private static let silence: Void = { setenv("TSS2_LOG", "all+NONE", 0) }()

  /// Sends a command, and repeats it if the TPM asks for that.
  /// - Returns: `nil` if the command succeeded.
  func attempt(_ command: String, _ call: () -> TSS2_RC) -> TPMRefusal? {
    var pause = UInt32(5_000)
    while true {
      let code = call()
      if code == 0 { return nil }
      let refusal = TPMRefusal(code: code, command: command)
      guard refusal.kind == .retry, pause <= Self.longestPause else { return refusal }
      usleep(pause)
      pause *= 2
    }
  }
  /// The longest pause, in microseconds; about 2.5 s in total.
  private static let longestPause = UInt32(1_280_000)

  /// Sends a command like `attempt`, and throws if the TPM refuses it.
  func run(_ command: String, _ call: () -> TSS2_RC) throws(KeyStoreError) {
    if let refusal = attempt(command, call) { throw refusal.error }
  }

  /// Takes ownership of an object or session that a command placed in the TPM.
  func keep(_ handle: ESYS_TR) -> ESYS_TR {
    inside.append(handle)
    return handle
  }
  /// Forgets a handle that the TPM has flushed by itself.
  func forget(_ handle: ESYS_TR) { inside.removeAll { $0 == handle } }
  func flush(_ handle: ESYS_TR) {
    forget(handle)
    Esys_FlushContext(esys, handle)
  }

  func keep(_ number: Number) -> Number {
    numbers.append(number)
    return number
  }
  func forget(_ number: Number) { numbers.removeAll { $0 == number } }
  func flush(_ number: Number) {
    forget(number)
    var command = PlainCommand(code: Command.flushContext)
    command.parameters.append(number.value)
    _ = try? send(command, "TPM2_FlushContext")
  }

  /// Copies the structure that the C library returned, and frees its memory.
  static func take<Structure, Result>(
    _ pointer: UnsafeMutablePointer<Structure>?, _ use: (UnsafeMutablePointer<Structure>) -> Result?
  )
    throws(KeyStoreError) -> Result
  {
    guard let pointer else { throw KeyStoreError(.failed, "The TPM's answer lacks a part.") }
    defer { Esys_Free(pointer) }
    guard let result = use(pointer) else { throw KeyStoreError(.failed, "The TPM's answer cannot be read.") }
    return result
  }
}

extension TPMConnection {
  /// Encodes a signature as a DER `ECDSA-Sig-Value`.
  static func encoded(_ signature: TPMT_SIGNATURE) -> [UInt8]? {
    guard signature.sigAlg == Algorithm.ecdsa else { return nil }
    return encoded(signature.signature.ecdsa.signatureR.bytes, signature.signature.ecdsa.signatureS.bytes)
  }

  static func encoded(_ r: [UInt8], _ s: [UInt8]) -> [UInt8]? {
    guard r.count <= 32, s.count <= 32 else { return nil }
    let whole = try? P256.Signing.ECDSASignature(rawRepresentation: CurvePoint.padded(r) + CurvePoint.padded(s))
    return whole.map { Array($0.derRepresentation) }
  }

  /// Computes an HMAC-SHA-256. A TPM accepts 1024 bytes at a time.
  func authenticationCode(of message: [UInt8], with key: ESYS_TR, _ session: ESYS_TR) throws(KeyStoreError) -> Secret {
    guard var buffer = TPM2B_MAX_BUFFER(message) else {
      throw KeyStoreError(.failed, "A message is longer than the TPM takes.")
    }
    defer { withUnsafeMutableBytes(of: &buffer) { Wiping.wipe($0) } }
    var code: UnsafeMutablePointer<TPM2B_DIGEST>?
    try run("TPM2_HMAC") { Esys_HMAC(esys, key, session, Handle.none, Handle.none, &buffer, Algorithm.sha256, &code) }
    forget(session)
    return try Self.take(code) { code in
      defer { withUnsafeMutableBytes(of: &code.pointee) { Wiping.wipe($0) } }
      return code.pointee.secret
    }
  }
}

enum Capability { static let handles = UInt32(1), properties = UInt32(6) }

extension TPMConnection {
  /// Returns a list of the TPM's capabilities. Each entry consists of `width` numbers.
  func capability(_ capability: UInt32, _ first: UInt32, most: UInt32, width: Int) throws(KeyStoreError) -> [[UInt32]] {
    var more = UInt8(0), given: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
    try run("TPM2_GetCapability") {
      Esys_GetCapability(esys, Handle.none, Handle.none, Handle.none, capability, first, most, &more, &given)
    }
    return try Self.take(given) { pointer in
      // Every such list is a count followed by numbers.
      withUnsafeBytes(of: &pointer.pointee.data) { data in
        let numbers = data.bindMemory(to: UInt32.self)
        guard let count = numbers.first.map(Int.init), count <= (numbers.count - 1) / width else { return nil }
        return (0..<count).map { Array(numbers[(1 + $0 * width)..<(1 + ($0 + 1) * width)]) }
      }
    }
  }

  /// Returns properties by their number, starting at `first`.
  func properties(from first: UInt32, most: UInt32) throws(KeyStoreError) -> [UInt32: UInt32] {
    let pairs = try capability(Capability.properties, first, most: most, width: 2)
    return Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }
}
