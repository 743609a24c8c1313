import Encoding

/// An authenticator's response to makeCredential.
public struct NewCredential: Sendable {
  public let format: String
  public let authenticatorData: [UInt8]
  public let statement: CBORValue
  public let largeBlobKey: Secret?

  init(_ map: ParameterMap) throws {
    format = try map.text(1).present()
    authenticatorData = try map.bytes(2).present()
    statement = try map[3].present()
    largeBlobKey = try map.bytes(5).map { Secret($0) }
  }

  /// The attestation object of WebAuthn (WebAuthn L3 §6.5.4).
  public var attestationObject: [UInt8] {
    CBORValue.members(["fmt": .text(format), "attStmt": statement, "authData": .byteString(authenticatorData)])
      .encoded()
  }
  /// The new credential's id; `nil` if the authenticator data has no credential.
  public var credentialID: [UInt8]? { AuthenticatorDataParts(authenticatorData)?.credentialID }
  /// The new credential's COSE_Key; `nil` if the authenticator data has no credential.
  public var publicKey: [UInt8]? { AuthenticatorDataParts(authenticatorData)?.publicKey }
  /// The outputs of the extensions, as a map.
  public var extensions: CBORValue? { AuthenticatorDataParts(authenticatorData)?.extensions }
}

/// An authenticator's response to getAssertion.
public struct Assertion: Sendable {
  public let credentialID: [UInt8]
  public let authenticatorData: [UInt8]
  public let signature: [UInt8]
  /// The user id, present for a discoverable credential.
  public let userID: [UInt8]?
  public let userName: String?
  public let userDisplayName: String?
  /// The total number of assertions, if the person must choose one.
  public let count: Int?
  public let largeBlobKey: Secret?

  init(_ map: ParameterMap) throws {
    credentialID = try map.map(1).present().bytes("id").present()
    (authenticatorData, signature) = (try map.bytes(2).present(), try map.bytes(3).present())
    let user = try map.map(4)
    (userID, userName, userDisplayName) = (try user?.bytes("id"), try user?.text("name"), try user?.text("displayName"))
    count = try map.unsigned(5)
    largeBlobKey = try map.bytes(7).map { Secret($0) }
  }

  /// The outputs of the extensions, as a map.
  public var extensions: CBORValue? { AuthenticatorDataParts(authenticatorData)?.extensions }
}

/// The parts of authenticator data after the counter (WebAuthn L3 §6.1). A platform parses only what it needs. The
/// relying party verifies the data.
struct AuthenticatorDataParts: Sendable {
  var credentialID: [UInt8]?
  /// The credential's public key, a COSE_Key.
  var publicKey: [UInt8]?
  var extensions: CBORValue?

  private static let headLength = 37, credentialHeadLength = 18

  init?(_ data: [UInt8]) {
    guard data.count >= Self.headLength else { return nil }
    let flags = AuthenticatorFlagBits(rawValue: data[32])
    var position = Self.headLength
    if flags.contains(.attestedCredential) {
      guard data.count >= position + Self.credentialHeadLength else { return nil }
      let length = Int(data[position + 16]) << 8 | Int(data[position + 17])
      position += Self.credentialHeadLength
      guard data.count >= position + length else { return nil }
      credentialID = Array(data[position..<position + length])
      var reader = CBORReader(data, in: position + length..<data.count)
      guard let key = try? reader.skip() else { return nil }
      publicKey = Array(data[key])
      position = key.upperBound
    }
    guard flags.contains(.extensions) else { return }
    var reader = CBORReader(data, in: position..<data.count)
    extensions = try? reader.readValue()
  }
}
