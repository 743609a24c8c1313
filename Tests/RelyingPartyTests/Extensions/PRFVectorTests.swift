import Crypto
import CryptoExtras
import Encoding
import Foundation
import Testing

/// The processing of `prf` inputs by browser and authenticator (WebAuthn Level 3 §10.1.4, CTAP 2.1 §12.5), checked
/// against the specification's vectors. The product leaves that to them, so the code exists only here.
@Suite struct PRFVectorTests {
  private static func salt(_ input: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + input))
  }

  /// AES-256-CBC without padding. In PIN/UV auth protocol two (§6.5.7), the key is the second half of the shared
  /// secret, and 16 random bytes precede the rest. In protocol one (§6.5.6), the shared secret is the key, and the
  /// vector is zero.
  private static func decrypt(_ message: [UInt8], _ secret: [UInt8]) throws -> [UInt8] {
    let isTwo = secret.count == 64
    let vector = try AES._CBC.IV(ivBytes: isTwo ? Array(message.prefix(16)) : [UInt8](repeating: 0, count: 16))
    return Array(
      try AES._CBC.decrypt(
        message.dropFirst(isTwo ? 16 : 0), using: SymmetricKey(data: secret.suffix(32)), iv: vector, noPadding: true))
  }

  @Test("prf inputs become salts, and the specification's encrypted salts and outputs decrypt")
  func vectors() throws {
    guard let folder = ProcessInfo.processInfo.environment["LATCHSTRING_VECTORS"],
      let data = FileManager.default.contents(atPath: folder + "/webauthn/prf.json")
    else { return VectorTests.sayMissing() }
    let rows = try JSONDecoder().decode([[String: String]].self, from: data).map { $0.compactMapValues(Hex.decode) }
    let random = try #require(rows.compactMap { $0["authenticator_cred_random"] }.first)
    var judged = 0
    for row in rows {
      guard let secret = row["shared_secret"], let first = row["prf_eval_first"], let sent = row["salt_enc"],
        let answered = row["output_enc"]
      else {
        continue
      }
      let salts = [Self.salt(first)] + (row["prf_eval_second"].map { [Self.salt($0)] } ?? [])
      #expect(salts.first == row["salt1"] && salts.dropFirst().first == row["salt2"])
      #expect(try Self.decrypt(sent, secret) == salts.flatMap { $0 })
      let outputs = salts.map { Array(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: random))) }
      #expect(outputs.first == row["output1"] && outputs.dropFirst().first == row["output2"])
      #expect(try Self.decrypt(answered, secret) == outputs.flatMap { $0 })
      #expect(outputs.first == row["prf_results_first"] && outputs.dropFirst().first == row["prf_results_second"])
      // A changed input selects a different function.
      #expect(Self.salt(first + [0]) != row["salt1"])
      judged += 1
    }
    #expect(judged >= 3)
  }
}
