import Authenticator
import Encoding
import Foundation
import RelyingParty
import Testing

@Suite struct BrowserSignalTests {
  private static let origin = "https://login.example.com"

  /// Registers a passkey of "mo" at the site and returns its id.
  private func register(_ browser: TestBrowser) async throws -> String {
    var request = RegistrationRequest()
    request.authenticatorSelection = .init(residentKey: .required, userVerification: .required)
    let options = browser.party.beginRegistration(
      user: .init(id: Array("mo".utf8), name: "mo", displayName: "Mo"), challenge: [1], request: request
    )
    .options
    return Base64URL.encode(await browser.ask("create", TestBrowser.details(options.json())).id)
  }

  /// The name of the user that a sign-in would use.
  private func known(_ browser: TestBrowser) async -> String? {
    let options = browser.party.beginAuthentication(challenge: [1]).options.json()
    return await browser.ask("look-get", TestBrowser.details(options)).message["userName"] as? String
  }

  private func signal(
    _ browser: TestBrowser, _ text: String, origin: String? = Self.origin
  ) async -> TestBrowser.Answer {
    await browser.ask("signal", text, origin: origin)
  }

  private func accepted(_ ids: String) -> String {
    #"""
    {"signal":"allAcceptedCredentials","rpId":"example.com","userId":"\#(Self.user)",\#
    "allAcceptedCredentialIds":[\#(ids)]}
    """#
  }

  private static let user = Base64URL.encode(Array("mo".utf8))

  /// Passkeys are hidden, shown again and renamed, without asking anyone or telling the page anything.
  @Test("E-43: a page's signals about its accounts are applied silently")
  func signals() async throws {
    let browser = try await TestBrowser(), id = try await register(browser)
    let gone = await signal(browser, #"{"signal":"unknownCredential","rpId":"example.com","credentialId":"\#(id)"}"#)
    #expect(gone.message.keys.elementsEqual(["id"]))
    #expect(await known(browser) == nil)
    _ = await signal(browser, accepted("\"\(id)\""))
    #expect(await known(browser) == "mo")
    _ = await signal(browser, accepted(""))
    #expect(await known(browser) == nil)
    _ = await signal(browser, accepted("\"\(id)\""))
    _ = await signal(
      browser,
      #"""
      {"signal":"currentUserDetails","rpId":"example.com","userId":"\#(Self.user)","name":"mona",\#
      "displayName":"Mona"}
      """#
    )
    #expect(await known(browser) == "mona")
    #expect(browser.person.asked.count == 1)
  }

  @Test(
    "E-43: a page or frame of another origin changes nothing, whatever ID it claims",
    arguments: [
      "https://evil.example", "https://example.com.evil.example", "http://login.example.com", "https://xexample.com",
      "null", "", "https://com",
      "chrome-extension://mjlahbncmigmnaoafngbogjbndckbolb", "https://192.0.2.7",
    ])
  func foreign(origin: String) async throws {
    let browser = try await TestBrowser(), id = try await register(browser)
    let answer = await signal(
      browser, #"{"signal":"unknownCredential","rpId":"example.com","credentialId":"\#(id)"}"#, origin: origin)
    #expect(answer.error == "SecurityError")
    #expect(await known(browser) == "mo")
  }

  /// A list that cannot be read as a whole changes nothing.
  @Test(
    "E-43: a list with one bad entry changes nothing and hides no passkey",
    arguments: [
      #"{"signal":"allAcceptedCredentials","rpId":"example.com","userId":"USER","allAcceptedCredentialIds":["***"]}"#,
      #"{"signal":"allAcceptedCredentials","rpId":"example.com","userId":"USER","allAcceptedCredentialIds":[1]}"#,
      #"{"signal":"allAcceptedCredentials","rpId":"example.com","userId":"USER","allAcceptedCredentialIds":{}}"#,
      #"{"signal":"allAcceptedCredentials","rpId":"example.com","userId":"USER","allAcceptedCredentialIds":"[]"}"#,
      #"{"signal":"allAcceptedCredentials","rpId":"example.com","userId":"USER"}"#,
      #"{"signal":"allAcceptedCredentials","userId":"USER","allAcceptedCredentialIds":[]}"#,
      #"{"signal":"currentUserDetails","rpId":"example.com","userId":"USER","name":"eve"}"#,
      #"{"signal":"unknownCredential","rpId":"example.com"}"#,
      #"{"rpId":"example.com","userId":"USER","allAcceptedCredentialIds":[]}"#,
      #"{"signal":"fly","rpId":"example.com","userId":"USER","allAcceptedCredentialIds":[]}"#, "[]", "",
    ])
  func unreadable(text: String) async throws {
    let browser = try await TestBrowser()
    _ = try await register(browser)
    let answer = await signal(browser, text.replacing("USER", with: Self.user))
    #expect(answer.error == "DataError")
    #expect(await known(browser) == "mo")
  }

  @Test("E-43: a signal that arrives while the person is being asked is applied afterwards")
  func waits() async throws {
    let browser = try await TestBrowser(), id = try await register(browser)
    browser.person.state.withLock { state in (state.waits, state.asked) = (true, []) }
    await browser.begin(
      "get", TestBrowser.details(browser.party.beginAuthentication(challenge: [1]).options.json()), id: 5)
    await browser.person.untilAsked()
    await browser.begin(
      "signal", #"{"signal":"unknownCredential","rpId":"example.com","credentialId":"\#(id)"}"#, origin: Self.origin,
      id: 6)
    await browser.begin("cancel", id: 5)
    #expect(await browser.answer(to: 5).error == "AbortError")
    #expect(await browser.answer(to: 6).error == nil)
    #expect(await known(browser) == nil)
  }
}
