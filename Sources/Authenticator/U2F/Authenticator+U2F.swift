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
    return command.instruction == .register ? try await registerU2F(command, memory) : try await authenticateU2F(command, memory)
  }

  /// §4: the challenge and the application, 32 bytes each. The credential is whole in its key handle.
  private func registerU2F(_ command: U2FCommand, _ memory: Memory) async throws -> [UInt8] {
    guard command.parameters.count == 64 else { throw U2FStatus.wrongLength }
    let (challenge, application) = (Array(command.parameters.prefix(32)), Array(command.parameters.suffix(32)))
    try await confirmPresence(Occasion(.register))
    let made = try await keys.makeKey(.signing, guard: .nothing)
    let handle = try memory.vault.credentialID(
      sealing: Credential(id: [], rpIDHash: application, key: made.reference, keyGuard: .nothing))
    guard let length = UInt8(exactly: handle.count) else { throw U2FStatus.noDiagnosis }
    let certificate = try await SelfSignedCertificate(publicKey: made.publicKey).signed { [keys] bytes in
      try await keys.sign(bytes, with: made.reference, leave: nil)
    }
    let signature = try await keys.sign([0x00] + application + challenge + handle + made.publicKey, with: made.reference, leave: nil)
    return [0x05] + made.publicKey + [length] + handle + certificate + signature
  }

  /// §5: the challenge, the application, and a key handle with its length.
  private func authenticateU2F(_ command: U2FCommand, _ memory: Memory) async throws -> [UInt8] {
    let parameters = command.parameters
    guard parameters.count >= 65, parameters.count == 65 + Int(parameters[64]) else { throw U2FStatus.wrongLength }
    guard let control = U2FControl(rawValue: command.control) else { throw U2FStatus.wrongParameters }
    let (challenge, application) = (Array(parameters[..<32]), Array(parameters[32..<64]))
    guard let credential = try memory.credential(Array(parameters[65...]), rpIDHash: application), !credential.requiresVerification else {
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
