import Encoding
import Testing

@testable import RelyingParty

/// Checks that a ceremony's report agrees with the verdict and claims nothing that was not judged.
@Suite struct ReportTests {
  @Test("every report has the judge's verdict, ends at its step and passes no later step")
  func agreesWithJudge() throws {
    guard let rows = VectorRow.load() else { return VectorTests.sayMissing() }
    #expect(rows.count > 290)
    for row in rows {
      let report = RelyingParty.report(captured: row.json)
      #expect(report.verdict.line == row.verdict.line)
      let states = report.steps.map(\.state)
      #expect(report.steps.map(\.number) == Array(1...(report.ceremony == .registration ? 29 : 25)), "\(row)")
      guard let error = row.verdict.error else {
        #expect(!states.contains(.failed) && !states.contains(.notReached), "\(row)")
        continue
      }
      guard error.code != .malformedRow else {
        #expect(!states.contains(.failed) && !states.contains(.passed), "\(row)")
        continue
      }
      let failed = report.steps.filter { $0.state == .failed }
      #expect(failed.map(\.number) == [error.step.number], "\(row)")
      #expect(
        !report.steps.contains {
          $0.state == .passed && $0.number > error.step.number && !isReading($0.number, report)
        }, "\(row)")
      // Every step before the failed one was judged, unless the response could not even be read.
      if error.step.number > 13 {
        #expect(!report.steps.contains { $0.state == .notReached && $0.number < error.step.number }, "\(row)")
      }
      #expect((try? JSONDocument(report.json())) != nil, "\(row)")
    }
  }

  /// Reading the response happens ahead of the numbered steps.
  private func isReading(_ number: Int, _ report: CeremonyReport) -> Bool {
    report.ceremony == .authentication && (7...9).contains(number)
  }

  @Test("the origin's step shows the expected and the received origin, and ends the ceremony")
  func origin() throws {
    let report = RelyingParty.report(
      captured: try Captured.registration(TestAuthenticator(), origins: "https://other.example"))
    let step = try #require(report.failedStep)
    #expect(step.number == 9 && step.expected == "https://other.example" && step.received == "https://example.org")
    #expect(report.state(8) == .passed && report.state(10) == .notReached && report.state(27) == .callersPart)
    #expect(report.advice?.contains("origin") == true)
    #expect(report.fact("clientData", "origin")?.value == "https://example.org")
  }

  @Test("no step of the client data passes if the response has no attestation object")
  func unread() throws {
    var authenticator = TestAuthenticator()
    authenticator.edit = { $0.replacing("attestationObject", with: "attestation") }
    let report = RelyingParty.report(captured: try Captured.registration(authenticator))
    #expect(report.failedStep?.number == 13 && report.state(6) == .passed)
    for number in 7...12 { #expect(report.state(number) == .notReached) }
  }

  @Test("values not demanded or taken from the response itself are reported as not judged")
  func notJudged() throws {
    let row = try Captured.registration(TestAuthenticator())
    #expect(RelyingParty.report(captured: row).state(8) == .passed)
    let report = RelyingParty.report(captured: row, taken: [.challenge])
    #expect(
      report.verdict.error == nil && report.state(8) == .notJudged && report.state(16) == .notJudged
        && report.state(25) == .notJudged)
    #expect(
      RelyingParty.report(captured: try Captured.registration(TestAuthenticator(), #","requireUserVerification":true"#))
        .state(16) == .passed)
  }

  @Test("a sign-in whose counter did not increase fails at its step, with both numbers")
  func counter() throws {
    let members = #","credentialSignCount":5,"credentialBackupEligible":false"#
    let report = RelyingParty.report(captured: try Captured.authentication(TestAuthenticator(), members))
    #expect(
      report.failedStep?.number == 22 && report.failedStep?.expected == "more than 5"
        && report.failedStep?.received == "1")
    #expect(report.state(21) == .passed && report.state(19) == .passed && report.state(23) == .notReached)
    #expect(report.state(5) == .notJudged && report.state(6) == .notJudged)
  }

  @Test("a malformed row gets a sentence and no steps; a missing stored key leaves steps unjudged")
  func malformed() throws {
    #expect(RelyingParty.report(captured: Array("[]".utf8)).steps.isEmpty)
    let row = String(decoding: try Captured.authentication(TestAuthenticator()), as: UTF8.self).replacing(
      "credentialPublicKey", with: "x")
    let report = RelyingParty.report(captured: Array(row.utf8))
    #expect(
      report.verdict.error?.code == .malformedRow && Set(report.steps.map(\.state)) == [.notReached, .callersPart])
  }

  @Test("the report says that PRF outputs are present, but never shows them")
  func secrets() throws {
    let secret = Base64URL.encode([UInt8](repeating: 0xa5, count: 32))
    for results in [
      #"{"prf":{"enabled":true,"results":{"first":"\#(secret)"}}}"#, #"{"hmacGetSecret":{"output1":"\#(secret)"}}"#,
    ] {
      var authenticator = TestAuthenticator()
      authenticator.extensionResults = results
      let report = RelyingParty.report(captured: try Captured.registration(authenticator))
      #expect(report.carriesSecrets && report.fact("extensions", "secrets") != nil)
      #expect(!String(decoding: report.json(), as: UTF8.self).contains(secret) && !report.text().contains(secret))
    }
  }

  @Test("two extensions with equal truncated names do not break the JSON")
  func alikeNames() throws {
    let long = String(repeating: "x", count: 60)
    var authenticator = TestAuthenticator()
    authenticator.extensionResults = #"{"\#(long)1":true,"\#(long)2":false}"#
    #expect((try? JSONDocument(RelyingParty.report(captured: try Captured.registration(authenticator)).json())) != nil)
  }

  @Test("pasted text reveals its ceremony, its origin and the RP ID that matches its hash")
  func pasted() throws {
    var authenticator = TestAuthenticator()
    authenticator.origin = "https://login.example.org:8443"
    let made = try PastedResponse(try authenticator.create(Ceremony.registration()))
    #expect(
      made.ceremony == .registration && made.origin == authenticator.origin && made.rpID == "example.org" && !made.isRow
    )
    let used = try PastedResponse(try authenticator.get(Ceremony.authentication()))
    #expect(
      used.ceremony == .authentication && used.rpID == "example.org"
        && used.challenge == Base64URL.encode(Ceremony.challenge))
    authenticator.rpID = "other.example"
    #expect(try PastedResponse(try authenticator.get(Ceremony.authentication())).rpID == "login.example.org")
    #expect(try PastedResponse(try Captured.registration(authenticator)).isRow)
  }

  @Test("text from the response is truncated and printable wherever it appears")
  func printable() throws {
    var authenticator = TestAuthenticator()
    authenticator.origin = "https://" + String(repeating: "é", count: 300) + #"\u001b[31m"#
    let report = RelyingParty.report(captured: try Captured.registration(authenticator))
    let texts =
      report.steps.flatMap { [$0.expected, $0.received] }.compactMap(\.self)
      + report.parts.flatMap { $0.facts.map(\.value) }
    #expect(texts.allSatisfy { text in text.utf8.allSatisfy { (0x20..<0x7f).contains($0) } })
    #expect(report.failedStep?.received.map { $0.count <= 128 } == true)
  }
}
