import Encoding

extension CTAPClient {
  public func makeCredential(_ command: MakeCredentialCommand) async throws -> NewCredential {
    try NewCredential(await answer(.makeCredential, command.parameters))
  }

  /// Returns the first assertion. Its `count` indicates whether there are others.
  public func getAssertion(_ command: GetAssertionCommand) async throws -> Assertion {
    try Assertion(await answer(.getAssertion, command.parameters))
  }
  public func getNextAssertion() async throws -> Assertion { try Assertion(await answer(.getNextAssertion)) }

  /// Returns all assertions that the authenticator can make, newest credential first.
  public func getAssertions(_ command: GetAssertionCommand) async throws -> [Assertion] {
    var assertions = [try await getAssertion(command)]
    while assertions.count < assertions[0].count ?? 1 { assertions.append(try await getNextAssertion()) }
    return assertions
  }
}

/// A platform's request for authenticatorMakeCredential (CTAP 2.1 §6.1).
public struct MakeCredentialCommand: Sendable {
  /// SHA-256 of the client data.
  public var clientDataHash: [UInt8]
  public var rpID: String
  public var rpName: String?
  public var userID: [UInt8]
  public var userName: String?
  public var userDisplayName: String?
  /// COSE algorithms in order of preference.
  public var algorithms: [Int64] = [-7]
  /// The ids of credentials that must not already exist on the authenticator.
  public var excluded: [[UInt8]] = []
  public var isDiscoverable = false
  /// `true` to let the authenticator itself verify the person; allowed only without a token.
  public var verifiesBuiltIn = false
  /// The inputs of extensions in CTAP form, by extension identifier.
  public var extensions: [String: CBORValue] = [:]
  public var token: ClientToken?

  public init(clientDataHash: [UInt8], rpID: String, userID: [UInt8]) {
    (self.clientDataHash, self.rpID, self.userID) = (clientDataHash, rpID, userID)
  }

  public var parameters: CBORValue {
    .members([
      1: .byteString(clientDataHash), 2: .members(["id": .text(rpID), "name": rpName.map(CBORValue.text)]),
      3: .members([
        "id": .byteString(userID), "name": userName.map(CBORValue.text),
        "displayName": userDisplayName.map(CBORValue.text),
      ]),
      4: .array(algorithms.map { .members(["alg": .integer($0), "type": .text(CredentialDescriptor.publicKey)]) }),
      5: excluded.isEmpty ? nil : .array(excluded.map { CredentialDescriptor(id: $0).encoded }), 6: .texts(extensions),
      7: .flags(["rk": isDiscoverable, "uv": verifiesBuiltIn]),
      8: token.map { .byteString($0.parameter(over: clientDataHash)) },
      9: token.map { .integer($0.version.rawValue) },
    ])
  }
}

extension CBORValue {
  /// Returns a map with text keys, or `nil` if the map would be empty.
  static func texts(_ members: [String: CBORValue]) -> CBORValue? {
    members.isEmpty ? nil : .map(members.map { CBOREntry(key: .text($0.key), value: $0.value) })
  }
  /// Returns the options that are on, or `nil` if all are off.
  static func flags(_ members: [String: Bool]) -> CBORValue? {
    texts(members.filter(\.value).mapValues { .boolean($0) })
  }
}

/// A platform's request for authenticatorGetAssertion (CTAP 2.1 §6.2).
public struct GetAssertionCommand: Sendable {
  public var rpID: String
  /// SHA-256 of the client data.
  public var clientDataHash: [UInt8]
  /// The ids of the acceptable credentials; empty means any discoverable credential.
  public var allowed: [[UInt8]] = []
  /// The inputs of extensions in CTAP form, by extension identifier.
  public var extensions: [String: CBORValue] = [:]
  /// If `false`, the person is not asked, and the response only reveals whether such a credential exists.
  public var needsPresence = true
  /// `true` to let the authenticator itself verify the person; allowed only without a token.
  public var verifiesBuiltIn = false
  public var token: ClientToken?

  public init(rpID: String, clientDataHash: [UInt8]) { (self.rpID, self.clientDataHash) = (rpID, clientDataHash) }

  public var parameters: CBORValue {
    var options: [String: CBORValue] = [:]
    if !needsPresence { options["up"] = .boolean(false) }
    if verifiesBuiltIn { options["uv"] = .boolean(true) }
    return .members([
      1: .text(rpID), 2: .byteString(clientDataHash),
      3: allowed.isEmpty ? nil : .array(allowed.map { CredentialDescriptor(id: $0).encoded }),
      4: .texts(extensions), 5: .texts(options), 6: token.map { .byteString($0.parameter(over: clientDataHash)) },
      7: token.map { .integer($0.version.rawValue) },
    ])
  }
}
