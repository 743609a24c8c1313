import Crypto
import Encoding

@testable import RelyingParty

extension FuzzSeeds {
  /// Certificates and statements of the captured ceremonies, each once for every format of its kind.
  static func attestationSeeds() -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    let formats = AttestationFormats.standard.identifiers
    for row in VectorTests.rows ?? [] where row.kind == "registration" {
      guard let object = row.attestationObject, let statement = try? object.statement, let index = formats.firstIndex(of: object.format) else {
        continue
      }
      seeds.append([11, UInt8(index)] + statement.encoded())
      for item in statement["x5c"]?.array ?? [] { seeds.append([10] + (item.byteString.map { Array($0) } ?? [])) }
    }
    return seeds
  }

  /// The parts of ceremonies that the fuzzer signs itself: a length, authenticator data, client data.
  static func signedSeeds(_ challenge: [UInt8]) throws -> [[UInt8]] {
    func parts(_ target: UInt8, _ data: [UInt8], _ type: String) -> [UInt8] {
      let clientData = #"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":"https://example.org","crossOrigin":false}"#
      return [target, UInt8(data.count >> 8), UInt8(data.count & 0xff)] + data + Array(clientData.utf8)
    }
    let scope = Array(SHA256.hash(data: Array("example.org".utf8)))
    let extensions: [UInt8] = [0xa1, 0x63, 0x75, 0x76, 0x6d, 0x81, 0x83, 2, 4, 2]
    let attested = [UInt8](repeating: 0, count: 16) + [0, 2, 5, 6] + (try TestAuthenticator().publicKey())
    return [
      parts(12, scope + [0x05, 0, 0, 0, 1], "webauthn.get"), parts(12, scope + [0x9d, 0, 0, 0, 1] + extensions, "webauthn.get"),
      parts(13, scope + [0x45, 0, 0, 0, 0] + attested, "webauthn.create"),
      parts(13, scope + [0xdd, 0, 0, 0, 0] + attested + extensions, "webauthn.create"),
    ]
  }
}
