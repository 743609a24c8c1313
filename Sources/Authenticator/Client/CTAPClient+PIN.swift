import Crypto
import Encoding

extension CTAPClient {
  public func agree(_ version: PINProtocolVersion = .two) async throws -> PlatformAgreement {
    let answer = try await clientPIN([1: .integer(version.rawValue), 2: .integer(0x02)]).present()
    return try PlatformAgreement(version, with: try answer.map(1).present())
  }

  /// Returns the number of tries left, and whether the authenticator must first be unplugged and plugged in again.
  public func pinRetries() async throws -> (left: Int, needsPowerCycle: Bool) {
    let answer = try await clientPIN([2: .integer(0x01)]).present()
    return (try answer.unsigned(3).present(), try answer.boolean(4) ?? false)
  }
  public func verificationRetries() async throws -> Int {
    try await clientPIN([2: .integer(0x07)]).present().unsigned(5).present()
  }

  /// Sets the first PIN.
  /// - Parameter pin: UTF-8 as typed. A PIN longer than 63 bytes is rejected with `pinPolicyViolation` before anything
  ///   is sent.
  public func setPIN(_ pin: Secret, _ version: PINProtocolVersion = .two) async throws {
    let agreement = try await agree(version)
    let sealed = try agreement.seal(newPIN: pin)
    _ = try await clientPIN([
      1: .integer(version.rawValue), 2: .integer(0x03), 3: agreement.publicKey,
      4: .byteString(agreement.secret.authenticate(sealed)),
      5: .byteString(sealed),
    ])
  }

  public func changePIN(from old: Secret, to new: Secret, _ version: PINProtocolVersion = .two) async throws {
    let agreement = try await agree(version)
    let sealed = try agreement.seal(newPIN: new)
    let sealedHash = try agreement.secret.encrypt(PINText.hash(old))
    _ = try await clientPIN([
      1: .integer(version.rawValue), 2: .integer(0x04), 3: agreement.publicKey,
      4: .byteString(agreement.secret.authenticate(sealed + sealedHash)), 5: .byteString(sealed),
      6: .byteString(sealedHash),
    ])
  }

  /// Returns a token for a PIN that the person typed at the platform.
  /// - Parameter permissions: `nil` for the older command, whose token can make and use credentials.
  public func token(
    pin: Secret, _ permissions: TokenPermissions?, rpID: String? = nil, _ version: PINProtocolVersion = .two
  ) async throws -> ClientToken {
    let agreement = try await agree(version)
    let answer = try await clientPIN([
      1: .integer(version.rawValue), 2: .integer(permissions == nil ? 0x05 : 0x09), 3: agreement.publicKey,
      6: .byteString(try agreement.secret.encrypt(PINText.hash(pin))), 9: permissions.map { .number($0.rawValue) },
      10: rpID.map(CBORValue.text),
    ])
    return try agreement.token(answer.present())
  }

  /// Returns a token after the authenticator itself has verified the person.
  public func tokenByVerification(
    _ permissions: TokenPermissions, rpID: String? = nil, _ version: PINProtocolVersion = .two
  ) async throws -> ClientToken {
    let agreement = try await agree(version)
    let answer = try await clientPIN([
      1: .integer(version.rawValue), 2: .integer(0x06), 3: agreement.publicKey, 9: .number(permissions.rawValue),
      10: rpID.map(CBORValue.text),
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

/// The platform's half of a key agreement (CTAP 2.1 §6.5.6). It serves one exchange of a PIN, a token, or salts and
/// their outputs.
public struct PlatformAgreement: Sendable {
  let secret: PINProtocolSecret
  /// The platform's public key, a COSE_Key.
  let publicKey: CBORValue

  public var version: PINProtocolVersion { secret.version }

  init(_ version: PINProtocolVersion, with authenticator: ParameterMap) throws {
    let key = P256.KeyAgreement.PrivateKey()
    guard let point = try? COSEPoint(keyAgreement: authenticator),
      let other = try? P256.KeyAgreement.PublicKey(x963Representation: point.uncompressed),
      let agreed = try? key.sharedSecretFromKeyAgreement(with: other)
    else { throw UnreadableAnswer() }
    secret = PINProtocolSecret(version, agreed: agreed)
    publicKey = COSEPoint(uncompressed: Array(key.publicKey.x963Representation)).key(algorithm: COSEPoint.keyAgreement)
  }

  /// Returns the input of hmac-secret at sign-in, or of hmac-secret-mc at registration (CTAP 2.1 §12.5).
  /// - Parameter salts: One or two salts of 32 bytes each.
  public func hmacSecretInput(_ salts: [Secret]) throws -> CBORValue {
    let sealed = try secret.encrypt(Secret(joining: salts))
    return .members([
      1: publicKey, 2: .byteString(sealed), 3: .byteString(secret.authenticate(sealed)),
      4: .integer(secret.version.rawValue),
    ])
  }

  /// Decrypts the outputs, 32 bytes for each salt.
  public func openOutputs(_ sealed: some Collection<UInt8>) throws -> [Secret] {
    guard let opened = secret.decrypt(Array(sealed)), opened.count == 32 || opened.count == 64 else {
      throw UnreadableAnswer()
    }
    return opened.withBytes { bytes in stride(from: 0, to: bytes.count, by: 32).map { Secret(bytes[$0..<$0 + 32]) } }
  }
}

/// A PIN/UV auth token on the platform's side. It proves to an authenticator that the person was verified.
public struct ClientToken: Sendable {
  public let version: PINProtocolVersion
  let value: Secret

  /// Returns `pinUvAuthParam` for a message.
  public func parameter(over message: [UInt8]) -> [UInt8] { version.authenticationCode(of: message, with: value) }
}
