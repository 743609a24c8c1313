import Encoding

extension Authenticator {
  func performU2F(_ command: U2FCommand) async throws -> [UInt8] {
    if command.instruction == .version {
      guard command.parameters.isEmpty else { throw U2FStatus.wrongLength }
      return Array("U2F_V2".utf8)
    }
    await endWhatOthersEnded()
    let memory = try await memory()
    guard try !memory.configuration().alwaysVerifies else { throw U2FStatus.commandNotAllowed }
    return command.instruction == .register
      ? try await registerU2F(command, memory) : try await authenticateU2F(command, memory)
  }

  /// Performs a registration (§4). The data is the challenge and the application, 32 bytes each. The key handle
  /// contains the whole credential.
  private func registerU2F(_ command: U2FCommand, _ memory: Memory) async throws -> [UInt8] {
    guard command.parameters.count == 64 else { throw U2FStatus.wrongLength }
    let (challenge, application) = (Array(command.parameters.prefix(32)), Array(command.parameters.suffix(32)))
    try await confirmPresence(Occasion(.register))
    let made = try await keys.makeKey(.signing, guard: .nothing)
    let handle = try memory.sealingKeys.credentialID(
      sealing: StoredCredential(id: [], rpIDHash: application, key: made.reference, keyGuard: .nothing))
    guard let length = UInt8(exactly: handle.count) else { throw U2FStatus.noDiagnosis }
    let certificate = try await SelfSignedCertificate(publicKey: made.publicKey).signed { [keys] bytes in
      try await keys.sign(bytes, with: made.reference, leave: nil)
    }
    let signature = try await keys.sign(
      [0x00] + application + challenge + handle + made.publicKey, with: made.reference, leave: nil)
    return [0x05] + made.publicKey + [length] + handle + certificate + signature
  }

  /// Performs an authentication (§5). The data is the challenge, the application, and a key handle with its length.
  private func authenticateU2F(_ command: U2FCommand, _ memory: Memory) async throws -> [UInt8] {
    let parameters = command.parameters
    guard parameters.count >= 65, parameters.count == 65 + Int(parameters[64]) else { throw U2FStatus.wrongLength }
    guard let control = U2FControl(rawValue: command.control) else { throw U2FStatus.wrongParameters }
    let (challenge, application) = (Array(parameters[..<32]), Array(parameters[32..<64]))
    guard let credential = try memory.credential(Array(parameters[65...]), rpIDHash: application),
      !credential.requiresVerification
    else {
      throw U2FStatus.wrongData
    }
    guard control != .checkOnly else { throw U2FStatus.conditionsNotSatisfied }
    if control == .enforcePresence { try await confirmPresence(Occasion(.signIn)) }
    let state = [control == .enforcePresence ? 0x01 : 0x00] + (try await keys.advanceCounter()).bigEndianBytes
    return state + (try await keys.sign(application + state + challenge, with: credential.key, leave: nil))
  }
}

/// P1 of an authentication (FIDO U2F Raw Message Formats v1.2 §5.1).
enum U2FControl: UInt8, Sendable {
  case checkOnly = 0x07
  case enforcePresence = 0x03
  case withoutPresence = 0x08
}

/// A command of U2F (FIDO U2F Raw Message Formats v1.2 §3 to §6), read from an ISO 7816-4 command APDU in its short or
/// extended form.
struct U2FCommand: Hashable, Sendable {
  enum Instruction: UInt8, Sendable {
    case register = 0x01
    case authenticate = 0x02
    case version = 0x03
  }

  let instruction: Instruction
  /// The parameter P1.
  let control: UInt8
  let parameters: [UInt8]

  init(_ apdu: [UInt8]) throws(U2FStatus) {
    guard apdu.count >= 4 else { throw .wrongLength }
    guard apdu[0] == 0 else { throw .classNotSupported }
    guard let instruction = Instruction(rawValue: apdu[1]) else { throw .instructionNotSupported }
    self.instruction = instruction
    control = apdu[2]
    parameters = try Self.body(Array(apdu.dropFirst(4)))
  }

  /// Returns the data between the length field and the expected length of the response. Either may be absent (ISO
  /// 7816-4 §5.1).
  private static func body(_ rest: [UInt8]) throws(U2FStatus) -> [UInt8] {
    guard let first = rest.first, rest.count > 1 else { return [] }
    if first != 0 {
      let length = Int(first)
      guard rest.count == 1 + length || rest.count == 2 + length else { throw .wrongLength }
      return Array(rest[1..<1 + length])
    }
    guard rest.count >= 3 else { throw .wrongLength }
    if rest.count == 3 { return [] }
    let length = Int(rest[1]) << 8 | Int(rest[2])
    guard rest.count == 3 + length || rest.count == 5 + length else { throw .wrongLength }
    return Array(rest[3..<3 + length])
  }
}

/// The two-byte status at the end of every U2F response (FIDO U2F Raw Message Formats v1.2 §3.3).
enum U2FStatus: UInt16, Error, Hashable, Sendable {
  case success = 0x9000
  /// The person did not confirm their presence.
  case conditionsNotSatisfied = 0x6985
  /// The authenticator always verifies the user, which U2F cannot do (CTAP 2.1 §7.2.4).
  case commandNotAllowed = 0x6986
  /// The key handle does not belong to this authenticator.
  case wrongData = 0x6a80
  case wrongLength = 0x6700
  case wrongParameters = 0x6a86
  case classNotSupported = 0x6e00
  case instructionNotSupported = 0x6d00
  case notEnoughMemory = 0x6a84
  case noDiagnosis = 0x6f00

  init(cause: any Error) {
    self =
      switch cause {
      case let status as U2FStatus: status
      case CTAPStatus.operationDenied, CTAPStatus.userActionTimeout, CTAPStatus.keepaliveCancel: .conditionsNotSatisfied
      case let error as KeyStoreError where error.code == .full: .notEnoughMemory
      case let error as KeyStoreError where error.code == .unknownKey: .wrongData
      default: .noDiagnosis
      }
  }

  var bytes: [UInt8] { rawValue.bigEndianBytes }
}
