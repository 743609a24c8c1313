import Authenticator
import Encoding
import Testing

@Suite struct InformationTests {
  @Test("getInfo describes the authenticator correctly")
  func information() async throws {
    let device = try Device { settings in
      (settings.transports, settings.isPlatform, settings.largeBlobArray) = (["internal"], true, 2048)
    }
    let information = try await device.client.information()
    #expect(information.versions == ["FIDO_2_0", "FIDO_2_1"])
    #expect(
      information.extensions == [
        "credBlob", "credProtect", "hmac-secret", "hmac-secret-mc", "largeBlobKey", "minPinLength",
      ])
    #expect(
      information.options["plat"] == true && information.options["rk"] == true && information.options["ep"] == nil)
    #expect(
      information.options["bioEnroll"] == nil && information.options["credMgmt"] == true
        && information.options["credentialMgmtPreview"] == nil && information.options["largeBlobs"] == true)
    #expect(information.transports == ["internal"])
    #expect(information.pinProtocols == [.two, .one])
    #expect(information.algorithms == [-7])
    #expect(information.largeBlobArray == 2048)
    #expect(information.longestMessage == 7609)
  }

  @Test("getInfo returns canonical CBOR and contains no secret or personal data")
  func canonical() async throws {
    let device = try await Device.ready()
    _ = try await Site(user: "ada").register(device) { $0.isDiscoverable = true }
    let answer = await device.authenticator.respond(to: [0x04])
    let value = try CBORValue(decoding: Array(answer.dropFirst()), keyOrder: .canonical)
    #expect([0x00] + value.encoded() == answer)
    #expect(!String(decoding: answer, as: UTF8.self).contains("ada"))
  }

  @Test("A selection asks for a touch")
  func selection() async throws {
    let device = try Device()
    try await device.client.select()
    #expect(device.person.occasions == [Occasion(.select)])
    device.person.will { $0.answer = .declined }
    await #expect(throws: CTAPStatus.operationDenied) { try await device.client.select() }
  }
}
