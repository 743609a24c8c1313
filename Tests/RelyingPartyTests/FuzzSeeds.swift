import Crypto
import Encoding
import Foundation
import SeededNumbers
import Testing
import TestMetadata
@testable import RelyingParty

/// Valid ceremonies as inputs for the fuzzer, whose first byte selects the parser, and a short run of mutations of them
/// without the fuzzer.
@Suite struct FuzzSeeds {
  private static let challenge = [UInt8](repeating: 7, count: 32)
  private static let payment = """
    {"type":"payment.get","challenge":"AA","origin":"https://a.b","payment":{"rpId":"a.b","topOrigin":"https://a.b",\
    "total":{"currency":"EUR","value":"1"},"instrument":{"displayName":"Card","icon":""}}}
    """

  /// Requests every extension, so that every output is examined.
  private static func registrationState() -> RegistrationState {
    var request = RegistrationRequest()
    ExtensionOutputsTests.everything(&request.extensions)
    return Ceremony.party.beginRegistration(user: Ceremony.user, challenge: challenge, request: request).state
  }

  private static func authenticationState() -> AuthenticationState {
    var request = AuthenticationRequest()
    ExtensionOutputsTests.everything(&request.extensions)
    return Ceremony.party.beginAuthentication(challenge: challenge, request: request).state
  }

  static func seeds() throws -> [[UInt8]] {
    var authenticator = TestAuthenticator()
    authenticator.attestSelf()
    authenticator.userHandle = [1]
    authenticator.extensionResults =
      #"{"credProps":{"rk":true},"largeBlob":{"blob":"AQ"},"uvm":[[2,4,2]],"getCredBlob":"Aw"}"#
    authenticator.answerExtensions([
      "credProtect": .integer(3), "minPinLength": .integer(4),
      "uvm": .array([.array([.integer(2), .integer(4), .integer(2)])]),
    ])
    let registration = try authenticator.create(registrationState())
    let authentication = try authenticator.get(authenticationState())
    let response = try RegistrationResponse(json: registration)
    let object = try AttestationObject(response.attestationObject)
    var seeds: [[UInt8]] = [
      [0] + response.attestationObject, [0] + (try authenticator.publicKey()), [1] + registration,
      [2] + Array("AAECAwQFBgcICQ".utf8),
      [3] + response.clientData.bytes, [4] + object.authenticatorData.bytes, [5] + response.attestationObject,
      [6] + registration,
      [7] + authentication, [9] + (try SignedMetadata().token(MetadataPayload().json)),
    ]
    seeds.append([1] + RelatedOrigins(["https://example.org:8443/", "http://a.b"]).json())
    seeds.append([1] + Array(#"{"conditionalGet":true}"#.utf8))
    seeds.append([3] + Array(payment.utf8))
    for row in VectorTests.rows ?? [] where row.isInScope { seeds.append([8] + row.json) }
    return seeds + attestationSeeds() + (try signedSeeds(challenge))
  }

  @Test("the seeds are written to the folder named by LATCHSTRING_FUZZ_SEEDS")
  func write() throws {
    guard let folder = ProcessInfo.processInfo.environment["LATCHSTRING_FUZZ_SEEDS"] else { return }
    for (index, seed) in try Self.seeds().enumerated() {
      try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
    }
  }

  @Test("mutated ceremonies are rejected or accepted without trapping")
  func mutations() throws {
    var random = SeededNumbers(seed: 20260101)
    let seeds = try Self.seeds().filter { $0[0] < 8 || $0[0] == 9 }
    for seed in seeds {
      for _ in 0..<300 {
        Self.run(seed[0], random.changed(Array(seed.dropFirst()), telling: Self.telling))
      }
    }
  }

  @Test("mutated captured rows each produce a line")
  func mutatedRows() throws {
    var random = SeededNumbers(seed: 1)
    for seed in try Self.seeds().filter({ $0[0] == 8 }).prefix(40) {
      var input = Array(seed.dropFirst())
      random.change(&input, telling: Self.telling)
      #expect(
        RelyingParty.judge(captured: input).line.split(separator: "\t", omittingEmptySubsequences: false).count == 4)
      let report = RelyingParty.report(captured: input)
      #expect(
        report.verdict.line == RelyingParty.judge(captured: input).line && (try? JSONDocument(report.json())) != nil)
    }
  }

  /// Bytes that begin or end an item in text, CBOR or DER.
  private static let telling: [UInt8] = [0, 0x5f, 0x7b, 0x22, 0x9b, 0xbf, 0xff]

  private static func run(_ target: UInt8, _ bytes: [UInt8]) {
    switch target {
    case 0: if let value = try? CBORValue(decoding: bytes) { #expect(value.encoded() == bytes) }
    case 1:
      _ = try? JSONDocument(bytes)
      _ = ClientCapabilities(json: bytes)?.named
      _ = RelatedOrigins(json: bytes)?.unreachable { _ in "label" }
    case 2:
      if let decoded = Base64URL.decode(bytes, in: 0..<bytes.count) {
        #expect(Array(Base64URL.encode(decoded).utf8) == bytes)
      }
    case 3: _ = (try? CollectedClientData(bytes))?.payment
    case 4: _ = try? AuthenticatorData(bytes)
    case 5: _ = try? AttestationObject(bytes).statement
    case 6: _ = try? Ceremony.party.finishRegistration(registrationState(), response: bytes, at: Ceremony.now)
    case 9: _ = try? MetadataCache(kept: bytes, fetchedAt: Ceremony.now)
    default:
      let record = CredentialRecord(
        id: [UInt8](repeating: 7, count: 32), publicKey: bytes, signCount: 0, userHandle: [1])
      _ = try? Ceremony.party.finishAuthentication(authenticationState(), response: bytes, credential: record)
    }
  }
}

extension FuzzSeeds {
  /// Certificates and statements of the captured ceremonies, each once for every format of its type.
  static func attestationSeeds() -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    let formats = AttestationFormats.standard.identifiers
    for row in VectorTests.rows ?? [] where row.kind == "registration" {
      guard let object = row.attestationObject, let statement = try? object.statement,
        let index = formats.firstIndex(of: object.format)
      else {
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
      let clientData =
        #"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":"https://example.org","#
        + #""crossOrigin":false}"#
      return [target, UInt8(data.count >> 8), UInt8(data.count & 0xff)] + data + Array(clientData.utf8)
    }
    let scope = Array(SHA256.hash(data: Array("example.org".utf8)))
    let extensions: [UInt8] = [0xa1, 0x63, 0x75, 0x76, 0x6d, 0x81, 0x83, 2, 4, 2]
    let attested = [UInt8](repeating: 0, count: 16) + [0, 2, 5, 6] + (try TestAuthenticator().publicKey())
    return [
      parts(12, scope + [0x05, 0, 0, 0, 1], "webauthn.get"),
      parts(12, scope + [0x9d, 0, 0, 0, 1] + extensions, "webauthn.get"),
      parts(13, scope + [0x45, 0, 0, 0, 0] + attested, "webauthn.create"),
      parts(13, scope + [0xdd, 0, 0, 0, 0] + attested + extensions, "webauthn.create"),
    ]
  }
}
