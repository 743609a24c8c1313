import Testing

@testable import RelyingParty

/// An authenticator that keeps its keys on the device has two profiles: one declares that, and the other declares what
/// a platform demands (E-13).
@Suite struct AuthenticatorProfileTests {
  private func authenticator(_ flags: UInt8) -> TestAuthenticator {
    var authenticator = TestAuthenticator()
    authenticator.flags = flags
    authenticator.aaguid = [UInt8](repeating: 0, count: 16)
    return authenticator
  }

  @Test("E-11 E-13: registrations with flags 0x5D and 0x45 are accepted, and the records differ")
  func registration() throws {
    // The test authenticator sets the AT bit, 0x40, itself.
    let compatible = try Ceremony.register(authenticator(0x5d)).get()
    #expect(
      compatible.userVerified && compatible.credential.backupEligible == .eligible && compatible.credential.backupState)
    let honest = try Ceremony.register(authenticator(0x45)).get()
    #expect(honest.userVerified && honest.credential.backupEligible == .notEligible && !honest.credential.backupState)
  }

  @Test("E-12 E-13: assertions with flags 0x1D and 0x05 are accepted, and the verdicts differ")
  func assertion() throws {
    let device = authenticator(0x1d)
    let compatible = try Ceremony.authenticate(
      device, record: try Ceremony.record(device) { $0.backupEligible = .eligible }
    ).get()
    #expect(compatible.userVerified && compatible.backupState && compatible.credential.backupEligible == .eligible)
    let honest = try Ceremony.authenticate(authenticator(0x05)).get()
    #expect(honest.userVerified && !honest.backupState && honest.credential.backupEligible == .notEligible)
  }

  @Test("E-30: an all-zero AAGUID registers without vouching, unless the site requires vouching")
  func anonymous() throws {
    let verdict = try Ceremony.register(authenticator(0x05)).get()
    #expect(verdict.credential.aaguid == .zero && !verdict.isAAGUIDVouchedFor)
    var policy = RegistrationPolicy()
    policy.aaguids.requiresVouching = true
    expectRefusal(try Ceremony.register(authenticator(0x05), policy: policy), 25, .aaguidRefused)
  }
}
