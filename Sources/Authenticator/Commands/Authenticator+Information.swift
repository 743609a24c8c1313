import Encoding
import Foundation

extension Authenticator {
  static let longestCredentialID = 1023
  static let longestCredBlob = 32
  static let mostMinimumPINLengthRPIDs = 8

  /// Performs authenticatorGetInfo (CTAP 2.1 §6.4), which reports the authenticator's properties and current state.
  func information() async throws -> CBORValue {
    let memory = try await memory()
    let configuration = try memory.configuration()
    let means = try await verificationMeans(configuration)
    let versions = (configuration.alwaysVerifies ? [] : ["U2F_V2"]) + ["FIDO_2_0", "FIDO_2_1"]
    return .members([
      0x01: .array(versions.map(CBORValue.text)),
      0x02: .array(
        ["credBlob", "credProtect", "hmac-secret", "hmac-secret-mc", "largeBlobKey", "minPinLength"].map(CBORValue.text)
      ),
      0x03: .byteString(aaguid),
      0x04: options(configuration, means),
      0x05: .number(Self.longestMessage),
      0x06: .array([.number(PINProtocolVersion.two.rawValue), .number(PINProtocolVersion.one.rawValue)]),
      0x07: .number(CredentialDescriptor.most),
      0x08: .number(Self.longestCredentialID),
      0x09: .array(settings.transports.map(CBORValue.text)),
      0x0a: .array([.members(["alg": .integer(COSEPoint.signing), "type": .text(CredentialDescriptor.publicKey)])]),
      0x0b: .number(settings.largeBlobArray),
      0x0c: .boolean(configuration.mustChangePIN),
      0x0d: .number(configuration.minimumPINLength),
      0x0e: .number(settings.firmwareVersion),
      0x0f: .number(Self.longestCredBlob),
      0x10: .number(Self.mostMinimumPINLengthRPIDs),
      // The PIN is typed at the authenticator (FIDO Registry of Predefined Values §3.1, USER_VERIFY_PASSCODE_INTERNAL).
      0x12: person.verification == nil ? nil : .integer(0x04),
      0x14: .number(max(0, settings.discoverableCredentials - (try memory.countOfCredentials()))),
    ])
  }

  nonisolated var aaguid: [UInt8] { withUnsafeBytes(of: settings.aaguid.uuid) { Array($0) } }

  private func options(_ configuration: Configuration, _ means: VerificationMeans) -> CBORValue {
    .members([
      "rk": .boolean(true), "up": .boolean(true), "plat": .boolean(settings.isPlatform),
      "alwaysUv": .boolean(configuration.alwaysVerifies),
      "credMgmt": .boolean(true), "authnrCfg": .boolean(true), "clientPin": .boolean(means.isProtected),
      "largeBlobs": .boolean(true),
      "pinUvAuthToken": .boolean(true), "setMinPINLength": .boolean(true),
      "makeCredUvNotRqd": .boolean(!configuration.alwaysVerifies),
      "uv": person.verification == nil ? nil : .boolean(means.isBuiltIn),
      "uvAcfg": person.verification == nil ? nil : .boolean(true),
    ])
  }
}
