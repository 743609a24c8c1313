import Authenticator
import Crypto
import Encoding

/// Inputs of the WebAuthn extension `prf`, as the extension `hmac-secret` of CTAP gets them (WebAuthn L3 §10.1.4; CTAP 2.1 §12.5).
struct PRFSalts: Hashable, Sendable {
  private let salts: [[UInt8]]

  /// - Parameters:
  ///   - first: What the page gave; hashed, so that no page can ask for what another use of the key asks for.
  init(first: [UInt8], second: [UInt8]?) { salts = [first, second].compactMap { $0.map(Self.salt) } }

  private static func salt(_ input: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + input)) }

  /// The extension's input.
  func input(by agreement: PlatformAgreement) throws -> CBORValue { try agreement.hmacSecretInput(salts.map { Secret($0) }) }

  /// The extension's output, opened: as many outputs of 32 bytes as there were inputs.
  func outputs(_ sealed: ArraySlice<UInt8>, by agreement: PlatformAgreement) -> [[UInt8]]? {
    guard let outputs = try? agreement.openOutputs(sealed), outputs.count == salts.count else { return nil }
    return outputs.map { $0.withBytes { Array($0) } }
  }
}
