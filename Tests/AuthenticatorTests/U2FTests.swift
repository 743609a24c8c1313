import Authenticator
import Crypto
import Encoding
import Foundation
import RelyingParty
import Testing

@Suite struct U2FTests {
  private let challenge = [UInt8](repeating: 1, count: 32)
  private let application = Array(SHA256.hash(data: Data(Site.id.utf8)))

  private func short(_ instruction: UInt8, _ control: UInt8 = 0, _ data: [UInt8] = []) -> [UInt8] {
    [0, instruction, control, 0] + (data.isEmpty ? [] : [UInt8(data.count)] + data) + [0]
  }
  private func extended(_ instruction: UInt8, _ control: UInt8 = 0, _ data: [UInt8] = []) -> [UInt8] {
    [0, instruction, control, 0, 0] + (data.isEmpty ? [] : [UInt8(data.count >> 8), UInt8(data.count & 0xff)] + data)
      + [0, 0]
  }
  private func authentication(_ handle: [UInt8]) -> [UInt8] { challenge + application + [UInt8(handle.count)] + handle }

  /// The parts of an answer to a registration.
  private struct Registered {
    let point: [UInt8], handle: [UInt8], certificate: [UInt8], signature: [UInt8]
    init(_ answer: [UInt8]) throws {
      let body = Array(answer.dropLast(2))
      try #require(Array(answer.suffix(2)) == [0x90, 0x00] && body.first == 5)
      point = Array(body[1..<66])
      handle = Array(body[67..<67 + Int(body[66])])
      let rest = Array(body[(67 + handle.count)...])
      var reader = DERReader(rest)
      certificate = Array(rest[try reader.read(.sequence).encoding])
      signature = Array(rest[certificate.count...])
    }
  }

  @Test("A registration, including its certificate, verifies as attestation format fido-u2f")
  func registers() async throws {
    let device = try Device(alwaysVerifies: false)
    let site = Site()
    let state = site.party.beginRegistration(user: site.user, challenge: challenge).state
    let clientData = Array(
      #"{"type":"webauthn.create","challenge":"\#(Base64URL.encode(challenge))","origin":"https://example.org"}"#.utf8)
    let answer = await device.authenticator.respond(
      toU2F: extended(1, 3, Array(SHA256.hash(data: clientData)) + application))
    let made = try Registered(answer)
    let key = CBORValue.map([
      CBOREntry(key: .integer(1), value: .integer(2)), CBOREntry(key: .integer(3), value: .integer(-7)),
      CBOREntry(key: .integer(-1), value: .integer(1)), CBOREntry(key: .integer(-2), value: .bytes(made.point[1..<33])),
      CBOREntry(key: .integer(-3), value: .bytes(made.point[33..<65])),
    ])
    let data =
      application + [0x41, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [0, UInt8(made.handle.count)] + made.handle
      + key.encoded()
    let object = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text("fido-u2f")),
      CBOREntry(key: .text("authData"), value: .bytes(data[...])),
      CBOREntry(
        key: .text("attStmt"),
        value: .map([
          CBOREntry(key: .text("sig"), value: .bytes(made.signature[...])),
          CBOREntry(key: .text("x5c"), value: .array([.bytes(made.certificate[...])])),
        ])),
    ])
    let name = Base64URL.encode(made.handle)
    let json = """
      {"id":"\(name)","type":"public-key","response":{"clientDataJSON":"\(Base64URL.encode(clientData))",\
      "attestationObject":"\(Base64URL.encode(object.encoded()))"},"clientExtensionResults":{}}
      """
    let verdict = try site.party.finishRegistration(
      state, response: Array(json.utf8), at: UnixTime(seconds: 1_767_225_600))
    #expect(verdict.attestation.format == "fido-u2f")
  }

  @Test("A U2F key signs in short and extended form and over CTAP 2, and its counter grows")
  func authenticates() async throws {
    let device = try Device(alwaysVerifies: false)
    let made = try Registered(await device.authenticator.respond(toU2F: short(1, 3, challenge + application)))
    let key = try P256.Signing.PublicKey(x963Representation: made.point)
    var last: [UInt8] = [0, 0, 0, 0]
    for apdu in [extended(2, 3, authentication(made.handle)), extended(2, 8, authentication(made.handle))] {
      let answer = await device.authenticator.respond(toU2F: apdu)
      #expect(Array(answer.suffix(2)) == [0x90, 0x00])
      let state = Array(answer.prefix(5))
      #expect(state[0] == (apdu[2] == 3 ? 1 : 0))
      #expect(last.lexicographicallyPrecedes(Array(state[1...])))
      last = Array(state[1...])
      let signature = try P256.Signing.ECDSASignature(derRepresentation: answer.dropFirst(5).dropLast(2))
      #expect(key.isValidSignature(signature, for: application + state + challenge))
    }
    var command = GetAssertionCommand(rpID: Site.id, clientDataHash: challenge)
    command.allowed = [made.handle]
    #expect(try await device.client.getAssertion(command).credentialID == made.handle)
  }

  @Test("Check-only reports whether the key handle is known, without asking the person")
  func checks() async throws {
    let device = try Device(alwaysVerifies: false)
    let made = try Registered(await device.authenticator.respond(toU2F: short(1, 3, challenge + application)))
    let asked = device.person.occasions.count
    #expect(await device.authenticator.respond(toU2F: extended(2, 7, authentication(made.handle))) == [0x69, 0x85])
    #expect(await device.authenticator.respond(toU2F: extended(2, 7, authentication([1, 2, 3]))) == [0x6a, 0x80])
    #expect(device.person.occasions.count == asked)
  }

  @Test("A credential that requires the PIN cannot be used over U2F")
  func protected() async throws {
    let device = try await Device.ready(alwaysVerifies: false)
    for protection in [nil, 3] as [Int64?] {
      let made =
        protection == nil
        ? try await Site().register(device)
        : try await Site().register(device.client, requiresVerification: false) {
          $0.extensions["credProtect"] = .integer(3)
        }
      #expect(await device.authenticator.respond(toU2F: extended(2, 3, authentication(made.id))) == [0x6a, 0x80])
    }
  }

  @Test("With alwaysUv, U2F answers only the version request")
  func refused() async throws {
    let device = try await Device.ready()
    #expect(await device.authenticator.respond(toU2F: short(1, 3, challenge + application)) == [0x69, 0x86])
    #expect(await device.authenticator.respond(toU2F: extended(2, 3, authentication([1]))) == [0x69, 0x86])
    #expect(await device.authenticator.respond(toU2F: [0, 3, 0, 0]) == Array("U2F_V2".utf8) + [0x90, 0x00])
  }

  @Test("Without presence, U2F neither registers nor signs")
  func presence() async throws {
    let device = try Device(alwaysVerifies: false)
    device.person.will { $0.answer = .timedOut }
    #expect(await device.authenticator.respond(toU2F: short(1, 3, challenge + application)) == [0x69, 0x85])
    #expect(device.keys.state.withLock { $0.keysMade } == 0)
  }

  @Test(
    "An invalid U2F command gets the matching status",
    arguments: [
      ([], [0x67, 0x00]), ([0, 3, 0], [0x67, 0x00]), ([1, 3, 0, 0], [0x6e, 0x00]), ([0, 4, 0, 0], [0x6d, 0x00]),
      ([0, 1, 3, 0, 2, 1], [0x67, 0x00]), ([0, 1, 3, 0, 0, 1, 0], [0x67, 0x00]), ([0, 1, 3, 0, 0, 0], [0x67, 0x00]),
      ([0, 1, 3, 0, 1, 1, 0], [0x67, 0x00]), ([0, 2, 3, 0, 1, 1], [0x67, 0x00]),
    ] as [([UInt8], [UInt8])])
  func malformed(_ apdu: [UInt8], _ status: [UInt8]) async throws {
    let device = try Device(alwaysVerifies: false)
    #expect(await device.authenticator.respond(toU2F: apdu) == status)
  }
}
