import Encoding
import Testing

@testable import RelyingParty

/// Client data with a member whose text is not UTF-8; everything else, including the signature over it, is valid.
@Suite struct ClientDataTextTests {
  private func authenticator(_ type: String, text: [UInt8]) -> TestAuthenticator {
    let challenge = Base64URL.encode(Ceremony.challenge)
    var authenticator = TestAuthenticator()
    authenticator.clientDataBytes =
      Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"https://example.org","x":""#.utf8) + text
      + Array(#""}"#.utf8)
    return authenticator
  }

  private static let replacement: [UInt8] = [0xef, 0xbf, 0xbd]
  private static let notUTF8: [[UInt8]] = [
    [0xff], [0xc0, 0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
  ]

  @Test("§7.1 step 5, §7.2 step 8: bytes that are not UTF-8 are rejected, but U+FFFD itself is not")
  func refused() throws {
    #expect(throws: Never.self) {
      try Ceremony.register(authenticator("webauthn.create", text: Self.replacement)).get()
    }
    #expect(throws: Never.self) {
      try Ceremony.authenticate(authenticator("webauthn.get", text: Self.replacement)).get()
    }
    for text in Self.notUTF8 {
      expectRefusal(try Ceremony.register(authenticator("webauthn.create", text: text)), 5, .malformedClientData)
      expectRefusal(try Ceremony.authenticate(authenticator("webauthn.get", text: text)), 8, .malformedClientData)
    }
  }

  @Test("the error for invalid UTF-8 names the text and the step that reads it")
  func sentence() throws {
    for (row, step) in [
      (try Captured.registration(authenticator("webauthn.create", text: [0xff])), "7.1 step 5"),
      (try Captured.authentication(authenticator("webauthn.get", text: [0xff])), "7.2 step 8"),
    ] {
      let line = RelyingParty.report(captured: row).verdict.line
      #expect(
        line.contains("The client data is not UTF-8") && line.contains(step)
          && line.contains("Received bytes that are not UTF-8"), "\(line)")
    }
  }
}
