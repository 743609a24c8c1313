import Authenticator
import CTSS2
import Foundation

/// The way to the TPM for one operation. What it put into the TPM's few places for objects and sessions is taken out again when it closes,
/// because behind a socket nobody else does so. Its calls block.
final class TPMConnection {
  let esys: OpaquePointer
  let transport: OpaquePointer
  /// `nil` where tpm2-tss's own library is the way.
  private let socket: SocketTransport?
  /// Objects and sessions of this connection that are in the TPM now.
  private var inside: [ESYS_TR] = []
  private var numbers: [Number] = []

  /// - Parameter path: As tpm2-tss calls it: `device:/dev/tpmrm0`, `swtpm:path=…`.
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

  /// tpm2-tss writes each refusal to the standard error, also those that are expected here. It reads this variable at its first message; one
  /// that is there already counts.
  private static let silence: Void = { setenv("TSS2_LOG", "all+NONE", 0) }()

  /// Sends a command, again where the TPM asks for that.
  /// - Returns: `nil` where it was done.
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
  /// In millionths of a second; about 2.5 s in all.
  private static let longestPause = UInt32(1_280_000)

  /// As `attempt`, where no refusal is expected.
  func run(_ command: String, _ call: () -> TSS2_RC) throws(KeyStoreError) {
    if let refusal = attempt(command, call) { throw refusal.error }
  }

  /// Takes over what a command put into the TPM.
  func keep(_ handle: ESYS_TR) -> ESYS_TR {
    inside.append(handle)
    return handle
  }
  /// The TPM took it out by itself.
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

  /// What the C library gave, copied out, and its memory given back.
  static func take<Structure, Result>(_ pointer: UnsafeMutablePointer<Structure>?, _ use: (UnsafeMutablePointer<Structure>) -> Result?)
    throws(KeyStoreError) -> Result
  {
    guard let pointer else { throw KeyStoreError(.failed, "The TPM's answer lacks a part.") }
    defer { Esys_Free(pointer) }
    guard let result = use(pointer) else { throw KeyStoreError(.failed, "The TPM's answer cannot be read.") }
    return result
  }
}
