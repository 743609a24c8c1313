import Encoding

extension Authenticator {
  /// Performs authenticatorClientPIN (CTAP 2.1 §6.5.5).
  func clientPIN(_ request: ClientPINRequest) async throws -> CBORValue? {
    switch request.subcommand {
    case .getPINRetries:
      return .members([3: .number(try await retries()), 4: .boolean(wrongPINsInARow >= Self.wrongPINsUntilPowerCycle)])
    case .getKeyAgreement: return .members([1: agreement.publicKey(try request.version())])
    case .setPIN: try await setPIN(request)
    case .changePIN: try await changePIN(request)
    case .getPINToken: return try await tokenForPIN(request)
    case .getTokenUsingPIN: return try await tokenForPINWithPermissions(request)
    case .getTokenUsingUV: return try await tokenForVerification(request)
    case .getUVRetries:
      guard person.verification != nil else { throw CTAPStatus.invalidSubcommand }
      return .members([5: .number(try await retries())])
    }
    return nil
  }
  static let wrongPINsUntilPowerCycle = 3

  /// Returns the number of tries left. If no PIN is set, this is the number of tries that the first PIN will have,
  /// because CTAP 2.1 §6.5.5.2 does not allow an error here.
  private func retries() async throws -> Int {
    guard case .set(let retries) = try await keys.pinStatus() else { return Self.mostTries }
    return retries
  }
  private static let mostTries = 8

  /// Verifies the encrypted hash of a PIN (CTAP 2.1 §6.5.5.6 to §6.5.5.7.2). The store counts the try before it
  /// compares the PIN.
  func judge(_ sealedHash: [UInt8], _ secret: PINProtocolSecret) async throws -> RightPIN {
    guard wrongPINsInARow < Self.wrongPINsUntilPowerCycle else { throw CTAPStatus.pinAuthBlocked }
    // A value that cannot be a hash counts as a wrong PIN.
    var hash = Self.noHash
    if let opened = secret.decrypt(sealedHash), opened.count == hash.count { hash = opened }
    do {
      let leave = try await keys.verifyPIN(hash)
      wrongPINsInARow = 0
      return RightPIN(hash: hash, leave: leave)
    } catch {
      guard case .wrongPIN(let retries) = error.code else { throw error }
      agreement.regenerate()
      wrongPINsInARow += 1
      guard retries > 0 else { throw CTAPStatus.pinBlocked }
      throw wrongPINsInARow >= Self.wrongPINsUntilPowerCycle ? CTAPStatus.pinAuthBlocked : CTAPStatus.pinInvalid
    }
  }
  private static let noHash = Secret([UInt8](repeating: 0, count: 16))

  /// - Throws: `pinNotSet` or `pinBlocked`.
  func requirePIN() async throws {
    switch try await keys.pinStatus() {
    case .notSet: throw CTAPStatus.pinNotSet
    case .set(retries: 0): throw CTAPStatus.pinBlocked
    case .set: return
    }
  }
}

/// The result of a correct PIN.
struct RightPIN: Sendable {
  let hash: Secret
  let leave: any PINSession
}

/// The parameters of authenticatorClientPIN (CTAP 2.1 §6.5.5).
struct ClientPINRequest: Sendable {
  enum Subcommand: Int, Sendable {
    case getPINRetries = 0x01
    case getKeyAgreement = 0x02
    case setPIN = 0x03
    case changePIN = 0x04
    case getPINToken = 0x05
    case getTokenUsingUV = 0x06
    case getUVRetries = 0x07
    case getTokenUsingPIN = 0x09
  }

  let subcommand: Subcommand
  let protocolNumber: Int64?
  let keyAgreement: ParameterMap?
  let parameter: [UInt8]?
  let newPIN: [UInt8]?
  let pinHash: [UInt8]?
  let permissions: TokenPermissions?
  let rpID: String?

  init(_ map: ParameterMap) throws(CTAPStatus) {
    protocolNumber = try map.integer(0x01)
    guard let subcommand = Subcommand(rawValue: try map.unsigned(0x02).required()) else { throw .invalidSubcommand }
    self.subcommand = subcommand
    keyAgreement = try map.map(0x03)
    parameter = try map.bytes(0x04)
    newPIN = try map.bytes(0x05)
    pinHash = try map.bytes(0x06)
    permissions = try map.unsigned(0x09).map(TokenPermissions.init)
    rpID = try map.text(0x0a)
  }

  func version() throws(CTAPStatus) -> PINProtocolVersion { try PINProtocolVersion(parameter: protocolNumber) }
}
