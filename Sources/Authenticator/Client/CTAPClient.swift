import Encoding

/// The platform's side of CTAP 2.1, over any channel that carries bytes to an authenticator and back.
///
/// Throws the `CTAPStatus` of a refusal, ``UnreadableAnswer`` for a malformed response, and any error of the channel.
public struct CTAPClient: Sendable {
  /// Sends a command byte and its parameters to the authenticator, and returns a status byte and its response.
  public typealias Exchange = @Sendable (_ request: [UInt8]) async throws -> [UInt8]

  private let exchange: Exchange

  public init(_ exchange: @escaping Exchange) { self.exchange = exchange }

  /// Uses an authenticator in the same process.
  public init(_ authenticator: Authenticator, channel: UInt32 = 0) {
    exchange = { request in await authenticator.respond(to: request, on: channel) }
  }

  /// Sends one command.
  /// - Returns: The CBOR after status 0; `nil` if there is no CBOR.
  @discardableResult public func call(
    _ command: CTAPCommand, _ parameters: CBORValue? = nil
  ) async throws -> CBORValue? {
    let answer = try await exchange([command.rawValue] + (parameters?.encoded() ?? []))
    guard let first = answer.first else { throw UnreadableAnswer() }
    guard let status = CTAPStatus(rawValue: first) else { throw UnreadableAnswer() }
    guard status == .success else { throw status }
    guard answer.count > 1 else { return nil }
    do { return try CBORValue(decoding: Array(answer.dropFirst())) } catch { throw UnreadableAnswer() }
  }

  func answer(_ command: CTAPCommand, _ parameters: CBORValue? = nil) async throws -> ParameterMap {
    guard let value = try await call(command, parameters) else { throw UnreadableAnswer() }
    do { return try ParameterMap(value) } catch { throw UnreadableAnswer() }
  }

  public func information() async throws -> AuthenticatorInformation {
    try AuthenticatorInformation(await answer(.getInfo))
  }
  /// Asks the person to touch this authenticator (CTAP 2.1 §6.9).
  public func select() async throws { try await call(.selection) }
  public func reset() async throws { try await call(.reset) }
}

/// An error that indicates an invalid response from the authenticator.
public struct UnreadableAnswer: Error, Hashable { public init() {} }

extension Optional {
  /// Returns a member that every valid response has.
  func present() throws(UnreadableAnswer) -> Wrapped {
    guard let self else { throw UnreadableAnswer() }
    return self
  }
}

/// An authenticator's description of itself (CTAP 2.1 §6.4).
public struct AuthenticatorInformation: Hashable, Sendable {
  public let versions: [String]
  public let extensions: [String]
  /// The model identifier, 16 bytes.
  public let aaguid: [UInt8]
  public let options: [String: Bool]
  /// The maximum message length in bytes; 1024 if the authenticator does not state one.
  public let longestMessage: Int
  public let pinProtocols: [PINProtocolVersion]
  public let mostCredentialsInList: Int?
  public let longestCredentialID: Int?
  public let transports: [String]
  public let algorithms: [Int64]
  public let largeBlobArray: Int?
  public let mustChangePIN: Bool
  public let minimumPINLength: Int
  public let longestCredBlob: Int?
  public let remainingDiscoverableCredentials: Int?

  init(_ map: ParameterMap) throws {
    versions = try map.array(0x01).present().compactMap(\.text)
    extensions = try map.array(0x02)?.compactMap(\.text) ?? []
    aaguid = try map.bytes(0x03).present()
    var options: [String: Bool] = [:]
    for entry in try map.map(0x04)?.entries ?? [] {
      if let name = entry.key.text, case .boolean(let flag) = entry.value { options[name] = flag }
    }
    self.options = options
    longestMessage = try map.unsigned(0x05) ?? 1024
    pinProtocols = try map.array(0x06)?.compactMap { $0.integer.flatMap(PINProtocolVersion.init) } ?? []
    mostCredentialsInList = try map.unsigned(0x07)
    longestCredentialID = try map.unsigned(0x08)
    transports = try map.array(0x09)?.compactMap(\.text) ?? []
    algorithms = try map.array(0x0a)?.compactMap { $0["alg"]?.integer } ?? []
    largeBlobArray = try map.unsigned(0x0b)
    mustChangePIN = try map.boolean(0x0c) ?? false
    minimumPINLength = try map.unsigned(0x0d) ?? Configuration.leastPINLength
    longestCredBlob = try map.unsigned(0x0f)
    remainingDiscoverableCredentials = try map.unsigned(0x14)
  }
}
