import Encoding

/// What a platform asks for in authenticatorMakeCredential (CTAP 2.1 §6.1).
public struct MakeCredentialCommand: Sendable {
  /// SHA-256 of the client data.
  public var clientDataHash: [UInt8]
  public var rpID: String
  public var rpName: String?
  public var userID: [UInt8]
  public var userName: String?
  public var userDisplayName: String?
  /// COSE algorithms, the most wanted first.
  public var algorithms: [Int64] = [-7]
  /// Credential ids.
  public var excluded: [[UInt8]] = []
  public var isDiscoverable = false
  /// Lets the authenticator verify the person itself; only without a token.
  public var verifiesBuiltIn = false
  /// By their identifiers, with the inputs that the authenticator understands.
  public var extensions: [String: CBORValue] = [:]
  public var token: ClientToken?

  public init(clientDataHash: [UInt8], rpID: String, userID: [UInt8]) {
    (self.clientDataHash, self.rpID, self.userID) = (clientDataHash, rpID, userID)
  }

  public var parameters: CBORValue {
    .members([
      1: .byteString(clientDataHash), 2: .members(["id": .text(rpID), "name": rpName.map(CBORValue.text)]),
      3: .members([
        "id": .byteString(userID), "name": userName.map(CBORValue.text), "displayName": userDisplayName.map(CBORValue.text),
      ]),
      4: .array(algorithms.map { .members(["alg": .integer($0), "type": .text(CredentialDescriptor.publicKey)]) }),
      5: excluded.isEmpty ? nil : .array(excluded.map { CredentialDescriptor(id: $0).encoded }), 6: .texts(extensions),
      7: .flags(["rk": isDiscoverable, "uv": verifiesBuiltIn]), 8: token.map { .byteString($0.parameter(over: clientDataHash)) },
      9: token.map { .integer($0.version.rawValue) },
    ])
  }
}

extension CBORValue {
  /// A map with texts as keys; `nil` where it would be empty.
  static func texts(_ members: [String: CBORValue]) -> CBORValue? {
    members.isEmpty ? nil : .map(members.map { CBOREntry(key: .text($0.key), value: $0.value) })
  }
  /// Those options that are on; `nil` where none is.
  static func flags(_ members: [String: Bool]) -> CBORValue? { texts(members.filter(\.value).mapValues { .boolean($0) }) }
}
