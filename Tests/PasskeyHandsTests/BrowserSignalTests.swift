import Authenticator
import Encoding
import Foundation
import RelyingParty
import Testing

@Suite struct BrowserSignalTests {
  private static let origin = "https://login.example.com"

  /// A passkey of "mo" at the site; gives its id.
  private func register(_ world: BrowserWorld) async throws -> String {
    var request = RegistrationRequest()
    request.authenticatorSelection = .init(residentKey: .required, userVerification: .required)
    let options = world.party.beginRegistration(
      user: .init(id: Array("mo".utf8), name: "mo", displayName: "Mo"), challenge: [1], request: request
    )
    .options
    return Base64URL.encode(await world.ask("create", BrowserWorld.details(options.json())).id)
  }

  /// The name of the user who would be signed in.
  private func known(_ world: BrowserWorld) async -> String? {
    let options = world.party.beginAuthentication(challenge: [1]).options.json()
    return await world.ask("look-get", BrowserWorld.details(options)).message["userName"] as? String
  }

  private func signal(
    _ world: BrowserWorld, _ text: String, origin: String? = Self.origin
  ) async -> BrowserWorld.Answer {
    await world.ask("signal", text, origin: origin)
  }

  private func accepted(_ ids: String) -> String {
    #"""
    {"signal":"allAcceptedCredentials","rpId":"example.com","userId":"\#(Self.user)",\#
    "allAcceptedCredentialIds":[\#(ids)]}
    """#
  }

  private static let user = Base64URL.encode(Array("mo".utf8))

  /// Passkeys are hidden, shown again and renamed; nobody is asked, and the page learns nothing.
  @Test("E-43: a page's news of its accounts is acted on, silently")
  func signals() async throws {
    let world = try await BrowserWorld(), id = try await register(world)
    let gone = await signal(world, #"{"signal":"unknownCredential","rpId":"example.com","credentialId":"\#(id)"}"#)
    #expect(gone.message.keys.elementsEqual(["id"]))
    #expect(await known(world) == nil)
    _ = await signal(world, accepted("\"\(id)\""))
    #expect(await known(world) == "mo")
    _ = await signal(world, accepted(""))
    #expect(await known(world) == nil)
    _ = await signal(world, accepted("\"\(id)\""))
    _ = await signal(
      world,
      #"""
      {"signal":"currentUserDetails","rpId":"example.com","userId":"\#(Self.user)","name":"mona",\#
      "displayName":"Mona"}
      """#
    )
    #expect(await known(world) == "mona")
    #expect(world.person.asked.count == 1)
  }

  @Test(
    "E-43: a page or frame of another origin changes nothing, whatever ID it claims",
    arguments: [
      "https://evil.example", "https://example.com.evil.example", "http://login.example.com", "https://xexample.com",
      "null", "", "https://com",
      "chrome-extension://mjlahbncmigmnaoafngbogjbndckbolb", "https://192.0.2.7",
    ])
  func foreign(origin: String) async throws {
    let world = try await BrowserWorld(), id = try await register(world)
    let answer = await signal(
      world, #"{"signal":"unknownCredential","rpId":"example.com","credentialId":"\#(id)"}"#, origin: origin)
    #expect(answer.error == "SecurityError")
    #expect(await known(world) == "mo")
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
    let world = try await BrowserWorld()
    _ = try await register(world)
    let answer = await signal(world, text.replacing("USER", with: Self.user))
    #expect(answer.error == "DataError")
    #expect(await known(world) == "mo")
  }

  @Test("E-43: while the person is asked for something, a page's word waits, and is done then")
  func waits() async throws {
    let world = try await BrowserWorld(), id = try await register(world)
    world.person.state.withLock { state in (state.waits, state.asked) = (true, []) }
    await world.begin(
      "get", BrowserWorld.details(world.party.beginAuthentication(challenge: [1]).options.json()), id: 5)
    await world.person.untilAsked()
    await world.begin(
      "signal", #"{"signal":"unknownCredential","rpId":"example.com","credentialId":"\#(id)"}"#, origin: Self.origin,
      id: 6)
    await world.begin("cancel", id: 5)
    #expect(await world.answer(to: 5).error == "AbortError")
    #expect(await world.answer(to: 6).error == nil)
    #expect(await known(world) == nil)
  }
}
