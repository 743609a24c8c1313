import Authenticator
import Crypto
import Encoding

/// Inputs of the WebAuthn extension `prf`, as the extension `hmac-secret` of CTAP gets them (WebAuthn L3 §10.1.4; CTAP 2.1 §12.5).
struct PRFSalts: Hashable, Sendable {
  private let salts: [UInt8]

  /// - Parameters:
  ///   - first: What the page gave; hashed, so that no page can ask for what another use of the key asks for.
  init(first: [UInt8], second: [UInt8]?) { salts = Self.salt(first) + (second.map(Self.salt) ?? []) }

  private static func salt(_ input: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + input)) }

  /// The extension's input.
  func input(by shared: CTAPSharedSecret) -> CBORValue? {
    guard let sealed = shared.encrypt(Secret(salts)) else { return nil }
    return .parameters([
      1: shared.platformKey, 2: .string(sealed), 3: .string(shared.authenticate(sealed)), 4: .integer(CTAPSharedSecret.version),
    ])
  }

  /// The extension's output, opened: one or two outputs of 32 bytes, as many as there were inputs.
  func outputs(_ sealed: [UInt8], by shared: CTAPSharedSecret) -> [[UInt8]]? {
    guard let plain = shared.decrypt(sealed), plain.count == salts.count else { return nil }
    return plain.withBytes { bytes in stride(from: 0, to: bytes.count, by: 32).map { Array(bytes[$0..<$0 + 32]) } }
  }
}
