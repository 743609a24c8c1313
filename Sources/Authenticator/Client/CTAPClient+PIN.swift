import Crypto
import Encoding

extension CTAPClient {
  public func agree(_ version: PINProtocolVersion = .two) async throws -> PlatformAgreement {
    let answer = try await clientPIN([1: .integer(version.rawValue), 2: .integer(0x02)]).present()
    return try PlatformAgreement(version, with: try answer.map(1).present())
  }

  /// How many tries are left, and whether the authenticator first has to be taken out and put in again.
  public func pinRetries() async throws -> (left: Int, needsPowerCycle: Bool) {
    let answer = try await clientPIN([2: .integer(0x01)]).present()
    return (try answer.unsigned(3).present(), try answer.boolean(4) ?? false)
  }
  public func verificationRetries() async throws -> Int { try await clientPIN([2: .integer(0x07)]).present().unsigned(5).present() }

  /// Sets the first PIN.
  /// - Parameter pin: UTF-8 as typed. What is longer than 63 bytes is refused with `pinPolicyViolation` before it leaves.
  public func setPIN(_ pin: Secret, _ version: PINProtocolVersion = .two) async throws {
    let agreement = try await agree(version)
    let sealed = try agreement.seal(newPIN: pin)
    _ = try await clientPIN([
      1: .integer(version.rawValue), 2: .integer(0x03), 3: agreement.publicKey, 4: .byteString(agreement.secret.authenticate(sealed)),
      5: .byteString(sealed),
    ])
  }

  public func changePIN(from old: Secret, to new: Secret, _ version: PINProtocolVersion = .two) async throws {
    let agreement = try await agree(version)
    let sealed = try agreement.seal(newPIN: new)
    let sealedHash = try agreement.secret.encrypt(PINText.hash(old))
    _ = try await clientPIN([
      1: .integer(version.rawValue), 2: .integer(0x04), 3: agreement.publicKey,
      4: .byteString(agreement.secret.authenticate(sealed + sealedHash)), 5: .byteString(sealed), 6: .byteString(sealedHash),
    ])
  }

  /// A token for a PIN that the person typed at the platform.
  /// - Parameter permissions: `nil` for the older command, whose token makes and uses credentials.
  public func token(
    pin: Secret, _ permissions: TokenPermissions?, rpID: String? = nil, _ version: PINProtocolVersion = .two
  ) async throws -> ClientToken {
    let agreement = try await agree(version)
    let answer = try await clientPIN([
      1: .integer(version.rawValue), 2: .integer(permissions == nil ? 0x05 : 0x09), 3: agreement.publicKey,
      6: .byteString(try agreement.secret.encrypt(PINText.hash(pin))), 9: permissions.map { .number($0.rawValue) }, 10: rpID.map(CBORValue.text),
    ])
    return try agreement.token(answer.present())
  }

  /// A token for a person whom the authenticator itself verifies.
  public func tokenByVerification(
    _ permissions: TokenPermissions, rpID: String? = nil, _ version: PINProtocolVersion = .two
  ) async throws -> ClientToken {
    let agreement = try await agree(version)
    let answer = try await clientPIN([
      1: .integer(version.rawValue), 2: .integer(0x06), 3: agreement.publicKey, 9: .number(permissions.rawValue), 10: rpID.map(CBORValue.text),
    ])
    return try agreement.token(answer.present())
  }

  private func clientPIN(_ members: KeyValuePairs<ParameterKey, CBORValue?>) async throws -> ParameterMap? {
    guard let value = try await call(.clientPIN, .members(members)) else { return nil }
    do { return try ParameterMap(value) } catch { throw UnreadableAnswer() }
  }
}

extension PlatformAgreement {
  func seal(newPIN: Secret) throws -> [UInt8] {
    guard let padded = PINText.pad(newPIN) else { throw CTAPStatus.pinPolicyViolation }
    return try secret.encrypt(padded)
  }

  func token(_ answer: ParameterMap) throws -> ClientToken {
    guard let value = secret.decrypt(try answer.bytes(2).present()) else { throw UnreadableAnswer() }
    return ClientToken(version: version, value: value)
  }
}
