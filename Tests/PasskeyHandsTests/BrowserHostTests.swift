import Crypto
import Encoding
import Foundation
import RelyingParty
import Testing

@testable import Authenticator
@testable import PasskeyHands

@Suite struct BrowserHostTests {
  private typealias Credential = (record: CredentialRecord, answer: TestBrowser.Answer)

  private func challenge() -> [UInt8] { (0..<32).map { _ in .random(in: 0...255) } }

  /// Registers a passkey and has the site verify the result.
  private func register(
    _ browser: TestBrowser, user: String = "mo", excluding: [[UInt8]] = [],
    _ change: (inout RegistrationRequest) -> Void = { _ in }
  ) async throws -> Credential {
    var request = RegistrationRequest()
    request.authenticatorSelection = .init(residentKey: .required, userVerification: .required)
    change(&request)
    let (options, state) = browser.party.beginRegistration(
      user: .init(id: Array(user.utf8), name: user, displayName: user), challenge: challenge(),
      excluding: excluding.map { .init(id: $0) },
      request: request)
    let answer = await browser.ask("create", TestBrowser.details(options.json()))
    var policy = RegistrationPolicy()
    policy.refusesPRFResults = false
    let verdict = try browser.party.finishRegistration(
      state, response: answer.response, policy: policy, at: .init(seconds: 1_790_000_000))
    return (verdict.credential, answer)
  }

  /// Signs in and has the site verify the result.
  @discardableResult
  private func signIn(
    _ browser: TestBrowser, _ credentials: [CredentialRecord], isNamed: Bool = false,
    _ change: (inout AuthenticationRequest) -> Void = { _ in }
  ) async throws -> TestBrowser.Answer {
    var request = AuthenticationRequest()
    request.userVerification = .required
    change(&request)
    let (options, state) = browser.party.beginAuthentication(
      challenge: challenge(), allowing: isNamed ? credentials.map { .init(id: $0.id) } : [], request: request)
    let answer = await browser.ask("get", TestBrowser.details(options.json()))
    var policy = AuthenticationPolicy()
    policy.refusesPRFResults = false
    let record = try #require(credentials.first { $0.id == answer.id }, "\(answer.message)")
    let verdict = try browser.party.finishAuthentication(
      state, response: answer.response, credential: record, policy: policy)
    #expect(verdict.userVerified)
    return answer
  }

  @Test("A site accepts registration and sign-in; each asks for the PIN once, naming the site")
  func ceremonies() async throws {
    let browser = try await TestBrowser()
    let credential = try await register(browser)
    try await signIn(browser, [credential.record])
    try await signIn(browser, [credential.record], isNamed: true)
    #expect(browser.person.asked.map(\.kind) == [.register, .signIn, .signIn])
    #expect(browser.person.asked.allSatisfy { $0.rpID == "example.com" && $0.userName == "mo" })
  }

  @Test("After a wrong PIN it asks again, three times in all at most; then the page gets nothing")
  func wrongPIN() async throws {
    let browser = try await TestBrowser()
    browser.person.state.withLock { $0.pins = ["1111", TestBrowser.pin] }
    let credential = try await register(browser)
    browser.person.state.withLock { $0.pins = ["1111", "1111", "1111"] }
    let options = browser.party.beginAuthentication(challenge: challenge()).options
    let answer = await browser.ask("get", TestBrowser.details(options.json()))
    #expect(answer.error == "NotAllowedError" && answer.told == "The PIN was not right.")
    #expect(answer.message["again"] as? Bool == true, "the same request may be made again, and takes the right one")
    try await signIn(browser, [credential.record])
  }

  @Test("With no tries left, no PIN is requested, and the person is told each time it is blocked")
  func blocked() async throws {
    let browser = try await TestBrowser()
    _ = try await register(browser)
    browser.person.state.withLock { $0.pins = Array(repeating: "000000", count: 8) }
    let options = TestBrowser.details(browser.party.beginAuthentication(challenge: challenge()).options.json())
    for _ in 0..<3 { _ = await browser.ask("get", options) }
    let asked = browser.person.asked.count, answer = await browser.ask("get", options)
    #expect(answer.told?.hasPrefix("The PIN is blocked.") == true && answer.message["again"] == nil)
    #expect(browser.person.asked.count == asked)
  }

  @Test("PRF outputs match between registration and sign-in, and vary by input and credential")
  func prf() async throws {
    let browser = try await TestBrowser(), input = PRFValues(first: [1], second: [2])
    let one = try await register(browser, user: "one") { $0.extensions.prf = PRFInputs(eval: input) }
    let two = try await register(browser, user: "two") { $0.extensions.prf = PRFInputs() }
    #expect((one.answer.results["prf"] as? [String: Any])?["enabled"] as? Bool == true)
    #expect((two.answer.results["prf"] as? [String: Any])?["enabled"] as? Bool == true && two.answer.prf == nil)
    let outputs = try #require(one.answer.prf)
    #expect(Set(outputs).count == 2 && outputs.allSatisfy { Base64URL.decode($0)?.count == 32 })
    let again = try await signIn(browser, [one.record], isNamed: true) { $0.extensions.prf = PRFInputs(eval: input) }
    #expect(again.prf == outputs)
    let swapped = try await signIn(browser, [one.record], isNamed: true) {
      $0.extensions.prf = PRFInputs(eval: PRFValues(first: [2]))
    }
    #expect(swapped.prf == [outputs[1]])
    let byCredential = PRFInputs(eval: PRFValues(first: [9]), evalByCredential: [one.record.id: input])
    let chosen = try await signIn(browser, [one.record, two.record], isNamed: true) { $0.extensions.prf = byCredential }
    #expect(chosen.id == one.record.id && chosen.prf == outputs)
  }

  @Test("The authenticator's salt is the hash of WebAuthn's prefix, a zero and the page's input")
  func salt() async throws {
    let browser = try await TestBrowser(), client = CTAPClient(browser.authenticator)
    let credential = try await register(browser) { $0.extensions.prf = PRFInputs(eval: PRFValues(first: [1, 2])) }
    var command = GetAssertionCommand(rpID: "example.com", clientDataHash: challenge())
    (command.allowed, command.verifiesBuiltIn) = ([credential.record.id], true)
    let agreement = try await client.agree(), salt = Array(SHA256.hash(data: Array("WebAuthn PRF\0".utf8) + [1, 2]))
    command.extensions["hmac-secret"] = try agreement.hmacSecretInput([Secret(salt)])
    let sealed = try #require(try await client.getAssertion(command).extensions?["hmac-secret"]?.byteString)
    let output = try #require(try agreement.openOutputs(sealed).first).withBytes { Base64URL.encode(Array($0)) }
    #expect(credential.answer.prf == [output])
  }

  @Test("A large blob is written to one passkey and read back from it") func largeBlob() async throws {
    let browser = try await TestBrowser(), blob = Array("what a site keeps".utf8)
    let credential = try await register(browser) { $0.extensions.largeBlob = .support(required: true) }
    #expect((credential.answer.results["largeBlob"] as? [String: Any])?["supported"] as? Bool == true)
    let empty = try await signIn(browser, [credential.record]) { $0.extensions.largeBlob = .read }
    #expect(empty.results["largeBlob"] == nil)
    let written = try await signIn(browser, [credential.record], isNamed: true) {
      $0.extensions.largeBlob = .write(blob)
    }
    #expect((written.results["largeBlob"] as? [String: Any])?["written"] as? Bool == true)
    let read = try await signIn(browser, [credential.record]) { $0.extensions.largeBlob = .read }
    #expect((read.results["largeBlob"] as? [String: Any])?["blob"] as? String == Base64URL.encode(blob))
  }

  @Test("A page gets the results of credProps and credBlob, and of PRF under its old name") func smallExtensions()
    async throws
  {
    let browser = try await TestBrowser()
    let credential = try await register(browser) {
      $0.extensions.credProps = true
      $0.extensions.credBlob = [1, 2, 3]
      $0.extensions.hmacCreateSecret = true
      $0.extensions.minPinLength = true
    }
    #expect((credential.answer.results["credProps"] as? [String: Any])?["rk"] as? Bool == true)
    #expect(
      credential.answer.results["credBlob"] as? Bool == true
        && credential.answer.results["hmacCreateSecret"] as? Bool == true)
    let read = try await signIn(browser, [credential.record]) { $0.extensions.getCredBlob = true }
    #expect(read.results["getCredBlob"] as? String == "AQID")
  }

  @Test("An account with a passkey here gets no second one; the page learns this after the PIN", arguments: [1, 100])
  func excluded(count: Int) async throws {
    let browser = try await TestBrowser()
    let credential = try await register(browser)
    let others = (0..<count - 1).map { [UInt8](repeating: UInt8($0), count: 32) }
    let options = browser.party.beginRegistration(
      user: .init(id: [1], name: "mo", displayName: "mo"), challenge: challenge(),
      excluding: (others + [credential.record.id]).map { .init(id: $0) }
    ).options
    let answer = await browser.ask("create", TestBrowser.details(options.json()))
    #expect(answer.error == "InvalidStateError")
    #expect(browser.person.asked.count == 2)
  }

  @Test("A page that wants a security key gets no passkey of ours, and the person is told why")
  func securityKey() async throws {
    let browser = try await TestBrowser()
    var request = RegistrationRequest()
    request.authenticatorSelection = .init(
      authenticatorAttachment: .crossPlatform, residentKey: .required, userVerification: .required)
    let options = browser.party.beginRegistration(
      user: .init(id: [1], name: "mo", displayName: "mo"), challenge: challenge(), request: request
    ).options
    let answer = await browser.ask("create", TestBrowser.details(options.json()))
    #expect(
      answer.error == "NotAllowedError" && answer.told?.contains("Use a security key instead") == true
        && browser.person.asked.isEmpty)
    #expect(try await browser.authenticator.keptPasskeys().isEmpty)
  }

  @Test("A passkey created with the PIN also signs in with it on a site that does not require it")
  func discouraged() async throws {
    let browser = try await TestBrowser { $0.alwaysVerifiesAtFirst = false }
    let credential = try await register(browser)
    try await signIn(browser, [credential.record], isNamed: true) { $0.userVerification = .discouraged }
    #expect(browser.person.asked.count == 2)
  }

  @Test("Id lists too long for one message, and ids too long for any, cause no failures")
  func longLists() async throws {
    let browser = try await TestBrowser()
    let credential = try await register(browser), far = (1...60).map { [UInt8](repeating: UInt8($0), count: 300) }
    let tooLong = [UInt8](repeating: 9, count: 5_000)
    let options = browser.party.beginAuthentication(
      challenge: challenge(), allowing: ([tooLong] + far + [credential.record.id]).map { .init(id: $0) },
      request: AuthenticationRequest())
    #expect(await browser.ask("get", TestBrowser.details(options.options.json())).id == credential.record.id)
    let other = try await register(browser, user: "other", excluding: [tooLong] + far)
    #expect(other.record.id != credential.record.id)
    #expect(
      await browser.ask(
        "create",
        TestBrowser.details(
          browser.party.beginRegistration(
            user: .init(id: [7], name: "x", displayName: "x"), challenge: challenge(),
            excluding: (far + [credential.record.id]).map { .init(id: $0) }
          ).options.json())
      ).error == "InvalidStateError")
    let none = browser.party.beginAuthentication(challenge: challenge(), allowing: [.init(id: tooLong)])
    #expect(await browser.ask("get", TestBrowser.details(none.options.json())).error == "NotAllowedError")
  }

  @Test("An overlong name is truncated and never prevents an answer") func longNames() async throws {
    let browser = try await TestBrowser(), name = String(repeating: "é", count: 300_000)
    let options = browser.party.beginRegistration(
      user: .init(id: [1], name: name, displayName: name), challenge: challenge()
    ).options.json()
    #expect(
      (await browser.ask("look-create", TestBrowser.details(options)).message["userName"] as? String)?.hasSuffix(
        "more characters") == true)
    #expect(await browser.ask("create", TestBrowser.details(options)).error == nil)
    #expect(try await browser.authenticator.keptPasskeys().map(\.userName) == [String(repeating: "é", count: 32)])
  }

  @Test("While one page waits for the PIN, another can query whether verification is possible")
  func stateMeanwhile() async throws {
    let browser = try await TestBrowser()
    browser.person.state.withLock { $0.waits = true }
    await browser.begin(
      "get", TestBrowser.details(browser.party.beginAuthentication(challenge: challenge()).options.json()))
    await browser.person.untilAsked()
    #expect(await browser.ask("state", id: 2).message["verifies"] as? Bool == true)
    await browser.begin("cancel")
    #expect(await browser.answer(to: 1).error == "AbortError")
  }

  @Test("Without a passkey, the page gets the same answer as when the person refuses") func nothingHere() async throws {
    let browser = try await TestBrowser()
    let options = browser.party.beginAuthentication(challenge: challenge()).options.json()
    let none = await browser.ask("get", TestBrowser.details(options))
    _ = try await register(browser)
    browser.person.state.withLock { $0.pins = [nil] }
    let refused = await browser.ask("get", TestBrowser.details(options))
    #expect(
      none.error == "NotAllowedError" && refused.error == "NotAllowedError" && none.errorMessage == refused.errorMessage
    )
    #expect(none.told == "There is no passkey for this site on this computer." && refused.told == "You refused.")
    #expect(browser.person.asked.count == 3)
  }

  @Test("Aborting a request also closes its PIN dialog, and the next request is served")
  func aborted() async throws {
    let browser = try await TestBrowser()
    let credential = try await register(browser)
    browser.person.state.withLock { state in (state.waits, state.asked) = (true, []) }
    let options = browser.party.beginAuthentication(challenge: challenge()).options.json()
    await browser.begin("get", TestBrowser.details(options), id: 7)
    await browser.person.untilAsked()
    await browser.begin("cancel", id: 7)
    #expect(await browser.answer(to: 7).error == "AbortError")
    browser.person.state.withLock { $0.waits = false }
    try await signIn(browser, [credential.record])
  }

  @Test("A request ends by itself when it times out") func timeout() async throws {
    var patience = BrowserHost.Patience()
    (patience.least, patience.most) = (.milliseconds(1), .milliseconds(50))
    let browser = try await TestBrowser(patience: patience)
    browser.person.state.withLock { $0.waits = true }
    let options = browser.party.beginAuthentication(challenge: challenge()).options.json()
    let answer = await browser.ask("get", TestBrowser.details(options))
    #expect(answer.error == "NotAllowedError" && answer.told == "Time is up.")
  }

  @Test(
    "A page's timeout counts within bounds",
    arguments: [
      (nil, 300), (0, 15), (-5, 15), (60_000, 60), (Int64.max, 600), (Int64.min, 15),
    ] as [(Int64?, Int)])
  func bounds(milliseconds: Int64?, seconds: Int) {
    #expect(BrowserHost.Patience().bounded(milliseconds) == .seconds(seconds))
  }

  @Test("The person chooses one of several accounts, or none", arguments: [0, 2, nil, 3, -1] as [Int?])
  func severalAccounts(index: Int?) async throws {
    let browser = try await TestBrowser()
    var records: [CredentialRecord] = []
    for user in ["one", "two", "three"] { records.append(try await register(browser, user: user).record) }
    let (options, state) = browser.party.beginAuthentication(challenge: challenge())
    let asked = await browser.ask("get", TestBrowser.details(options.json()))
    #expect(
      (asked.message["accounts"] as? [[String: Any]])?.map { $0["userName"] as? String } == ["three", "two", "one"])
    await browser.begin("choose", index: 0, id: 2)  // nobody asked that
    await browser.begin("choose", index: index)
    let answer = await browser.answer(to: 1)
    guard let index, (0..<3).contains(index) else { return #expect(answer.error == "NotAllowedError") }
    #expect(answer.userHandle == Array(["three", "two", "one"][index].utf8))
    _ = try browser.party.finishAuthentication(state, response: answer.response, credential: records[2 - index])
  }

  @Test("Once no requests are pending, everything opened for them is closed") func forgets() async throws {
    let browser = try await TestBrowser()
    _ = try await register(browser)
    // The page is answered first.
    for _ in 0..<6_000 where await browser.authenticator.sealingKeys != nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await browser.authenticator.sealingKeys == nil)
    #expect(await browser.authenticator.token == nil)
  }

  @Test("A page that aborts during account selection is notified, and the next request is served")
  func abortedChoice() async throws {
    let browser = try await TestBrowser()
    for user in ["one", "two"] { _ = try await register(browser, user: user) }
    let options = TestBrowser.details(browser.party.beginAuthentication(challenge: challenge()).options.json())
    #expect(await browser.ask("get", options).message["accounts"] != nil)
    await browser.begin("cancel")
    #expect(await browser.answer(to: 1).error == "AbortError")
    await browser.begin("choose", index: 1)
    #expect(await browser.ask("get", options, id: 2).message["accounts"] != nil)
    await browser.begin("choose", index: 1, id: 2)
    #expect(await browser.answer(to: 2).userHandle == Array("one".utf8))
  }

  @Test(
    "Only a page that asks for attestation gets what the authenticator made",
    arguments: [
      (AttestationConveyancePreference.none, "none"), (.direct, "packed"), (.enterprise, "none"),
    ])
  func attestation(preference: AttestationConveyancePreference, format: String) async throws {
    let browser = try await TestBrowser()
    var request = RegistrationRequest()
    request.attestation = preference
    let options = browser.party.beginRegistration(
      user: .init(id: [1], name: "mo", displayName: "mo"), challenge: challenge(), request: request
    ).options
    let answer = await browser.ask("create", TestBrowser.details(options.json()))
    #expect(try CBORValue(decoding: answer.part("attestationObject"))["fmt"] == .text(format))
  }

  @Test("The signed data marks a cross-origin iframe, and the site may refuse it")
  func frame() async throws {
    let browser = try await TestBrowser()
    let (options, state) = browser.party.beginRegistration(
      user: .init(id: [1], name: "mo", displayName: "mo"), challenge: challenge())
    let answer = await browser.ask("create", TestBrowser.details(options.json(), isSame: false))
    #expect(throws: WebAuthnError.self) {
      try browser.party.finishRegistration(state, response: answer.response, at: .init(seconds: 1_790_000_000))
    }
    var lenient = browser.party
    lenient.allowsCrossOrigin = true
    _ = try lenient.finishRegistration(state, response: answer.response, at: .init(seconds: 1_790_000_000))
  }

  @Test("A page of a different origin gets nothing, and the person is not asked") func foreignOrigin() async throws {
    let browser = try await TestBrowser()
    let options = browser.party.beginAuthentication(challenge: challenge()).options.json()
    let answer = await browser.ask("get", TestBrowser.details(options, origin: "https://evil.example"))
    #expect(answer.error == "SecurityError" && browser.person.asked.isEmpty)
  }

  @Test("With no PIN set, a site that requires one gets nothing, and the person is told why")
  func noPIN() async throws {
    let browser = try await TestBrowser(pin: nil)
    var request = AuthenticationRequest()
    request.userVerification = .required
    let options = browser.party.beginAuthentication(challenge: challenge(), request: request).options.json()
    let answer = await browser.ask("get", TestBrowser.details(options))
    #expect(answer.error == "NotAllowedError" && answer.told?.contains("latchstring keys") == true)
    #expect(await browser.ask("state").message["verifies"] as? Bool == false)
    #expect(try await TestBrowser().ask("state").message["verifies"] as? Bool == true)
  }

  @Test("E-27: before the person is asked, the extension can show which account it is for") func look() async throws {
    let browser = try await TestBrowser()
    let creation = browser.party.beginRegistration(
      user: .init(id: [1], name: "mo", displayName: "Mo"), challenge: challenge()
    ).options.json()
    let known = await browser.ask("look-create", TestBrowser.details(creation)).message
    #expect(known["site"] as? String == "example.com" && known["userName"] as? String == "mo")
    let assertion = TestBrowser.details(browser.party.beginAuthentication(challenge: challenge()).options.json())
    let nobody = await browser.ask("look-get", assertion).message
    #expect(nobody["site"] as? String == "example.com" && nobody["userName"] == nil && browser.person.asked.isEmpty)
    let one = try await register(browser, user: "one")
    #expect(await browser.ask("look-get", assertion).message["userName"] as? String == "one")
    _ = try await register(browser, user: "two")
    #expect(await browser.ask("look-get", assertion).message["userName"] == nil)
    let named = browser.party.beginAuthentication(challenge: challenge(), allowing: [.init(id: one.record.id)]).options
      .json()
    #expect(await browser.ask("look-get", TestBrowser.details(named)).message["userName"] as? String == "one")
    #expect(browser.person.asked.count == 2)
  }

  @Test("An unreadable request is rejected, and so is a request number already in use") func nonsense() async throws {
    let browser = try await TestBrowser()
    #expect(await browser.ask("get", "{}").error == "DataError")
    #expect(await browser.ask("create", "nonsense").error == "DataError")
    for text in [
      "", "[]", "{}", "{\"id\":1}", "{\"id\":\"1\",\"ask\":\"state\"}", "{\"id\":1,\"ask\":\"get\"}",
      "{\"id\":1,\"ask\":\"fly\",\"details\":\"\"}",
    ] {
      await browser.host.take(Array(text.utf8)) { _ in Issue.record("\(text) was answered") }
    }
    browser.person.state.withLock { $0.waits = true }
    let options = TestBrowser.details(browser.party.beginAuthentication(challenge: challenge()).options.json())
    await browser.begin("get", options, id: 3)
    await browser.person.untilAsked()
    #expect(await browser.ask("get", options, id: 3).error == "DataError")
    await browser.begin("cancel", id: 3)
    #expect(await browser.answer(to: 3).error == "AbortError")
  }

  @Test("The host serves a browser until it disconnects, and then ends all pending work") func serving() async throws {
    let browser = try await TestBrowser()
    var toHost: [Int32] = [-1, -1], toBrowser: [Int32] = [-1, -1]
    try #require(pipe(&toHost) == 0 && pipe(&toBrowser) == 0)
    let (host, port) = (browser.host, NativePort(input: toHost[0], output: toBrowser[1]))
    browser.person.state.withLock { $0.waits = true }
    let served = Task { await host.serve(port) }
    let options = TestBrowser.details(browser.party.beginAuthentication(challenge: challenge()).options.json())
    var json = JSONWriter()
    json.object {
      $0.member("id", 1)
      $0.member("ask", "get")
      $0.member("details", options)
    }
    let bytes = try NativeMessages.framed(json.bytes)
    #expect(bytes.withUnsafeBytes { write(toHost[1], $0.baseAddress, $0.count) } == bytes.count)
    await browser.person.untilAsked()
    close(toHost[1])
    await served.value
    for descriptor in [toHost[0], toBrowser[0], toBrowser[1]] { close(descriptor) }
  }
}
