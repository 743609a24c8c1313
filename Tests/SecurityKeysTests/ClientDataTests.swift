import Encoding
import Foundation
import HandsProtocol
import HandsTools
import Testing

@testable import SecurityKeys

/// What this program writes in a browser's place, and what it reads of the relying party.
@Suite struct ClientDataTests {
  @Test("the client data is serialized as WebAuthn Level 3 §5.8.1.1 says, byte for byte") func serialization() {
    let data = ClientData(.get, challenge: [0xfb, 0xff], origin: "https://example.com")
    #expect(
      String(decoding: data.bytes, as: UTF8.self)
        == #"{"type":"webauthn.get","challenge":"-_8","origin":"https://example.com","crossOrigin":false}"#)
    #expect(
      String(decoding: ClientData(.create, challenge: [], origin: "").bytes, as: UTF8.self).contains("webauthn.create"))
  }

  @Test("a PRF input is hashed with WebAuthn's prefix, as the browser hashes it") func salt() {
    // printf 'WebAuthn PRF\0abc' | sha256sum
    #expect(
      PRFSalt.salt(Array("abc".utf8))
        == Hex.decode("425507dfa7404b2fc3743ff9673c78e7b3c2f9d298b533ae2d8277203f73f4b7"))
  }

  @Test(
    "an origin may ask for the passkeys of its own host and of a parent domain, and of no other",
    arguments: [
      ("http://latchstring.localhost:8420", "latchstring.localhost", true),
      ("https://a.example.com", "example.com", true),
      ("https://example.com", "a.example.com", false), ("https://notexample.com", "example.com", false),
      ("https://example.com.evil.org/", "example.com", false), ("example.com", "example.com", false),
    ]) func origins(origin: String, rpID: String, fits: Bool)
  {
    #expect(PageOrigin.fits(origin, rpID: rpID) == fits)
  }

  @Test("options that lack what a key needs are refused before any key is looked for") func options() async {
    #expect(
      AssertionOptions("{}") == nil && AssertionOptions("[]") == nil && CreationOptions(#"{"challenge":"AA"}"#) == nil)
    await #expect(throws: SecurityKeyProblem.unsupported) {
      try await SecurityKeys(at: ["/nowhere"]).perform(.signIn, options: "{}", origin: "", holder: Nobody())
    }
    await #expect(throws: SecurityKeyProblem.notAKey("/nowhere")) {
      try await SecurityKeys(at: ["/nowhere"]).perform(
        .signIn, options: #"{"challenge":"AA","rpId":"a"}"#, origin: "https://a", holder: Nobody())
    }
  }

  private struct Nobody: KeyHolder {
    func pin(triesLeft: Int?, isAgain: Bool) async throws -> Secret { throw SecurityKeyProblem.declined }
    func choose(among accounts: [KeyAccount]) async throws -> Int { throw SecurityKeyProblem.declined }
    func isAwaited(_ awaited: AwaitedTouch) async {}
  }
}
