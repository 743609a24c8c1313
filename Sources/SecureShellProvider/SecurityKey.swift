import Authenticator
import Crypto
import Encoding

/// The authenticator as OpenSSH uses it: it creates keys for an application ("ssh:…"), signs with them, and lists the
/// resident ones.
struct SecurityKey: Sendable {
  private let client: CTAPClient
  /// The PIN that the person typed into OpenSSH; without it, the authenticator asks for the PIN itself, if it can.
  private let pin: Secret?

  init(_ client: CTAPClient, pin: Secret?) { self.client = client; self.pin = pin }

  struct Made: Sendable {
    let publicPoint: [UInt8], credentialID: [UInt8], signature: [UInt8], certificate: [UInt8],
      authenticatorData: [UInt8]
    /// The requested flags, plus the verification flag if only OpenSSH can ask for the PIN and the key will not sign
    /// without it.
    let flags: KeyFlags
  }

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - challenge: The data that the attestation covers.
  ///   - user: The name of a resident key; there is one key for each application and name.
  func make(application: String, challenge: [UInt8], user: String?, _ flags: KeyFlags) async throws -> Made {
    let information = try await client.information(), looks = flags.contains(.isResident) && !flags.contains(.replaces)
    var command = MakeCredentialCommand(
      clientDataHash: Self.hash(challenge), rpID: application, userID: Self.userID(user))
    (command.rpName, command.userName, command.userDisplayName) = (
      application, user ?? Self.nobody, user ?? Self.nobody
    )
    command.isDiscoverable = flags.contains(.isResident)
    if command.isDiscoverable {
      command.extensions["credProtect"] = .integer(flags.contains(.needsVerification) ? 3 : 2)
    }
    // A key that needs no PIN is created without asking for one, so that a forgotten PIN does not prevent its creation.
    if pin != nil || flags.contains(.needsVerification) || looks || information.options["makeCredUvNotRqd"] != true {
      let token = try await token(
        looks ? [.makeCredential, .credentialManagement] : .makeCredential, application, information)
      if looks,
        try await client.listCredentials(of: application, token).contains(where: { $0.userID == command.userID })
      {
        throw ProviderError(.credentialExists)
      }
      command.token = token
    }
    let made = try await client.makeCredential(command)
    guard let id = made.credentialID, let point = made.publicKey.flatMap(Self.point) else { throw UnreadableAnswer() }
    let asksThere = command.token != nil && information.options["uv"] != true
    return Made(
      publicPoint: point, credentialID: id, signature: made.statement["sig"]?.byteString.map(Array.init) ?? [],
      certificate: made.statement["x5c"]?.array?.first?.byteString.map(Array.init) ?? [],
      authenticatorData: made.authenticatorData,
      flags: asksThere ? flags.union(.needsVerification) : flags)
  }

  struct Signed: Sendable {
    let flags: UInt8, counter: UInt32, r: [UInt8], s: [UInt8]
  }

  /// Signs OpenSSH's message: its hash takes the place of the client data hash.
  func sign(_ message: [UInt8], application: String, credentialID: [UInt8], _ flags: KeyFlags) async throws -> Signed {
    let information = try await client.information()
    var command = GetAssertionCommand(rpID: application, clientDataHash: Self.hash(message))
    command.allowed = [credentialID]
    command.needsPresence = flags.contains(.needsPresence)
    if pin != nil || flags.contains(.needsVerification) || information.options["alwaysUv"] == true {
      command.token = try await token(.getAssertion, application, information)
    }
    let assertion: Assertion
    do {
      assertion = try await client.getAssertion(command)
    } catch CTAPStatus.noCredentials where command.token == nil {
      // The authenticator does not reveal a key that was created with the PIN unless the PIN is supplied.
      command.token = try await token(.getAssertion, application, information)
      assertion = try await client.getAssertion(command)
    }
    let data = assertion.authenticatorData
    guard data.count >= 37,
      let raw = try? P256.Signing.ECDSASignature(derRepresentation: assertion.signature).rawRepresentation
    else {
      throw UnreadableAnswer()
    }
    return Signed(
      flags: data[32], counter: data[33..<37].reduce(0) { $0 << 8 | UInt32($1) }, r: Array(raw.prefix(32)),
      s: Array(raw.suffix(32)))
  }

  struct Remembered: Sendable {
    let application: String, publicPoint: [UInt8], credentialID: [UInt8], userID: [UInt8], needsVerification: Bool
  }

  /// Returns the resident keys that belong to OpenSSH.
  func remembered() async throws -> [Remembered] {
    let information = try await client.information(), token = try await token(.credentialManagement, nil, information)
    // If the authenticator asks for the PIN itself, OpenSSH does not have to.
    let asksThere = information.options["uv"] != true, asksAlways = information.options["alwaysUv"] == true
    return try await client.listCredentials(token).filter { $0.rpID.hasPrefix(Self.prefix) }.compactMap { listed in
      Self.point(listed.publicKey).map {
        Remembered(
          application: listed.rpID, publicPoint: $0, credentialID: listed.credentialID, userID: listed.userID,
          needsVerification: asksThere && (asksAlways || listed.protection == 3))
      }
    }
  }

  private static let prefix = "ssh:", nobody = "openssh"

  private func token(
    _ permissions: TokenPermissions, _ application: String?, _ information: AuthenticatorInformation
  ) async throws -> ClientToken {
    guard information.options["clientPin"] == true else { throw CTAPStatus.pinNotSet }
    if let pin { return try await client.token(pin: pin, permissions, rpID: application) }
    guard information.options["uv"] == true else { throw ProviderError(.pinRequired) }
    return try await client.tokenByVerification(permissions, rpID: application)
  }

  /// Returns the name as OpenSSH encodes it: padded with zeros to 32 bytes.
  private static func userID(_ user: String?) -> [UInt8] {
    let bytes = Array((user ?? "").utf8.prefix(32))
    return bytes + [UInt8](repeating: 0, count: 32 - bytes.count)
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// Returns the uncompressed point of a COSE_Key on P-256.
  private static func point(_ key: [UInt8]) -> [UInt8]? {
    guard let entries = try? CBORValue(decoding: key).map else { return nil }
    func member(_ name: Int64) -> CBORValue? { entries.first { $0.key.integer == name }?.value }
    guard member(3)?.integer == -7, let x = member(-2)?.byteString, let y = member(-3)?.byteString, x.count == 32,
      y.count == 32
    else { return nil }
    return [4] + x + y
  }
}

/// The properties that OpenSSH requests of a key, and stores with it.
struct KeyFlags: OptionSet {
  let rawValue: UInt8
  static let needsPresence = Self(rawValue: 0x01)
  static let needsVerification = Self(rawValue: 0x04)
  /// An existing key with the same name may be replaced.
  static let replaces = Self(rawValue: 0x10)
  /// The authenticator stores the key.
  static let isResident = Self(rawValue: 0x20)
}

/// OpenSSH's numbers for the kinds of keys.
enum KeyKind {
  /// ECDSA on P-256.
  static let ecdsa: UInt32 = 0
}
