import Crypto
import Encoding

extension Authenticator {
  /// Performs setPIN (CTAP 2.1 §6.5.5.5).
  func setPIN(_ request: ClientPINRequest) async throws {
    let (platform, parameter, sealed) = (
      try request.keyAgreement.required(), try request.parameter.required(), try request.newPIN.required()
    )
    let version = try request.version()
    guard try await keys.pinStatus() == .notSet else { throw CTAPStatus.pinAuthInvalid }
    let secret = try agreement.agree(version, with: platform)
    guard secret.verify(sealed, parameter) else { throw CTAPStatus.pinAuthInvalid }
    let memory = try await memory()
    let new = try newPIN(sealed, secret, memory.configuration())
    try memory.expect(pinLength: new.codePoints)
    try await keys.setPIN(new.hash)
    try memory.settle(pinLength: new.codePoints)
  }

  /// Performs changePIN (CTAP 2.1 §6.5.5.6). The current token ends.
  func changePIN(_ request: ClientPINRequest) async throws {
    let (platform, parameter) = (try request.keyAgreement.required(), try request.parameter.required())
    let (sealed, sealedHash) = (try request.newPIN.required(), try request.pinHash.required())
    let version = try request.version()
    try await requirePIN()
    let secret = try agreement.agree(version, with: platform)
    guard secret.verify(sealed + sealedHash, parameter) else { throw CTAPStatus.pinAuthInvalid }
    let old = try await judge(sealedHash, secret).hash
    let memory = try await memory()
    let configuration = try memory.configuration()
    let new = try newPIN(sealed, secret, configuration)
    guard !configuration.mustChangePIN || !new.hash.matches(old) else { throw CTAPStatus.pinPolicyViolation }
    try memory.expect(pinLength: new.codePoints)
    try await keys.changePIN(from: old, to: new.hash)
    token = nil
    try memory.settle(pinLength: new.codePoints)
  }

  private func newPIN(_ sealed: [UInt8], _ secret: PINProtocolSecret, _ configuration: Configuration) throws -> (
    hash: Secret, codePoints: Int
  ) {
    guard let text = secret.decrypt(sealed) else { throw CTAPStatus.pinAuthInvalid }
    guard text.count == PINText.padded else { throw CTAPStatus.invalidParameter }
    guard let new = PINText.unpad(text), new.codePoints >= configuration.minimumPINLength else {
      throw CTAPStatus.pinPolicyViolation
    }
    return (new.pin.withBytes { Secret(Array(SHA256.hash(data: $0).prefix(16))) }, new.codePoints)
  }
}

extension Memory {
  /// Called before a PIN is set or changed. If the process crashes or another process changes the PIN before the length
  /// is settled, the recorded length is at worst too short. A change is then requested once more than necessary.
  fileprivate func expect(pinLength length: Int) throws {
    try change { $0.pinLength = min(length, $0.pinLength ?? length) }
  }
  /// Records the length of a PIN after it has been set or changed.
  fileprivate func settle(pinLength length: Int) throws {
    try change { configuration in
      configuration.pinLength = length
      configuration.mustChangePIN = false
    }
  }
}
