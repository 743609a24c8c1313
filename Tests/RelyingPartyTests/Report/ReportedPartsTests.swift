import Crypto
import Encoding
import Testing

@testable import RelyingParty

/// The parts of a response that the report reads in addition to judging it.
@Suite struct ReportedPartsTests {
  private func registration(flags: UInt8) throws -> CeremonyReport {
    var authenticator = TestAuthenticator()
    authenticator.flags = flags
    return RelyingParty.report(captured: try Captured.registration(authenticator))
  }

  private func authentication(flags: UInt8) throws -> CeremonyReport {
    var authenticator = TestAuthenticator()
    authenticator.flags = flags
    return RelyingParty.report(captured: try Captured.authentication(authenticator))
  }

  @Test("E-11: a registration's flags byte 0x5D is shown bit by bit, with all flags but ED set")
  func registrationFlags() throws {
    let report = try registration(flags: 0x1d)
    #expect(report.verdict.error == nil && report.fact("authenticatorData", "flags")?.value == "0x5D")
    for (key, value) in ["up": "1", "uv": "1", "be": "1", "bs": "1", "at": "1", "ed": "0"] {
      #expect(report.fact("authenticatorData", key)?.value == value, "\(key)")
    }
  }

  @Test("E-12: a sign-in's flags byte 0x1D is shown bitwise, with UP, UV, BE and BS set but not AT")
  func authenticationFlags() throws {
    let report = try authentication(flags: 0x1d)
    #expect(report.verdict.error == nil && report.fact("authenticatorData", "flags")?.value == "0x1D")
    for (key, value) in ["up": "1", "uv": "1", "be": "1", "bs": "1", "at": "0"] {
      #expect(report.fact("authenticatorData", key)?.value == value)
    }
  }

  @Test("E-13: both profiles pass in both ceremonies, and the report names the profile")
  func profiles() throws {
    for (flags, name) in [(UInt8(0x05), "honest"), (0x1d, "iosCompatible")] {
      for report in [try registration(flags: flags), try authentication(flags: flags)] {
        #expect(report.verdict.error == nil && report.fact("authenticatorData", "profile")?.value == name)
      }
    }
    #expect(try registration(flags: 0x01).fact("authenticatorData", "profile") == nil)
  }

  @Test("E-05: the report shows backup flags as the authenticator's claim, never as proof")
  func backupIsAClaim() throws {
    let backup = try #require(try registration(flags: 0x1d).fact("authenticatorData", "backup"))
    #expect(backup.value == "says synced" && backup.note?.contains("not proof") == true)
    #expect(try registration(flags: 0x05).fact("authenticatorData", "backup")?.value == "says device-bound")
    #expect(try registration(flags: 0x05).state(18) == .callersPart)
  }

  @Test("a hash of a different RP ID is reported even if the rest of the data is unreadable")
  func rpIDHash() throws {
    var authenticator = TestAuthenticator()
    authenticator.rpID = "other.example"
    #expect(
      RelyingParty.report(captured: try Captured.registration(authenticator)).fact("authenticatorData", "rpIdHash")?
        .note?.contains("something else")
        == true)
    authenticator.rpID = "example.org"
    authenticator.dataSuffix = [1, 2, 3]
    let report = RelyingParty.report(captured: try Captured.authentication(authenticator))
    #expect(
      report.failedStep?.number == 15
        && report.fact("authenticatorData", "rpIdHash")?.note == "the hash of the RP ID example.org")
    #expect(report.fact("authenticatorData", "rest") != nil)
  }

  @Test("the report shows each certificate of a chain, even if the statement is rejected")
  func certificates() throws {
    let leafKey = P256.Signing.PrivateKey()
    var authenticator = TestAuthenticator()
    let chain = [
      try TestCertificate(issuer: "CN=Root", isAuthority: false).make(leafKey.publicKey, by: P256.Signing.PrivateKey())
    ]
    for key in [leafKey, P256.Signing.PrivateKey()] {
      authenticator.attest(key, chain)
      let report = RelyingParty.report(captured: try Captured.registration(authenticator))
      let certificate = try #require(report.parts.first { $0.key == "attestation" }?.parts.first)
      let facts = Dictionary(uniqueKeysWithValues: certificate.facts.map { ($0.key, $0.value) })
      #expect(
        facts["subject"]?.contains("OU=Authenticator Attestation") == true && facts["key"] == "elliptic curve P-256")
      #expect(facts["sha256"] == Hex.encode(SHA256.hash(data: try TestCertificate.der(chain[0]))))
      #expect(
        facts["notBefore"].flatMap(UnixTime.init(iso8601:))
          == (try X509Certificate(der: try TestCertificate.der(chain[0]))).notBefore)
    }
  }

  @Test("a time is written as it is read, before and after 1970 and in leap years")
  func moments() {
    for text in [
      "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2000-02-29T12:30:05Z", "2024-12-31T23:59:59Z",
      "1900-03-01T00:00:00Z", "9999-12-31T23:59:59Z",
    ] {
      #expect(UnixTime(iso8601: text)?.iso8601 == text)
    }
  }
}
