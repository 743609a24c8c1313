extension AuthenticatorData {
  /// The steps about the flags, which are the same in both ceremonies: §7.1 steps 15 to 17, §7.2 steps 16 to 18.
  func verifyFlags(userPresence: Bool, userVerification: Bool, firstStep: CeremonyStep) throws(WebAuthnError) {
    func step(_ offset: Int) -> CeremonyStep { CeremonyStep(firstStep.ceremony, firstStep.number + offset) }

    // §7.1 step 15, §7.2 step 16
    if userPresence, !flags.contains(.userPresent) { throw WebAuthnError(step(0), .userNotPresent, expected: "UP", received: "no UP") }

    // §7.1 step 16, §7.2 step 17
    if userVerification, !flags.contains(.userVerified) { throw WebAuthnError(step(1), .userNotVerified, expected: "UV", received: "no UV") }

    // §7.1 step 17, §7.2 step 18
    if flags.contains(.backedUp), !flags.contains(.backupEligible) {
      throw WebAuthnError(step(2), .backupStateInconsistent, expected: "BE with BS", received: "BS without BE")
    }
  }

  var backupEligibility: BackupEligibility { flags.contains(.backupEligible) ? .eligible : .notEligible }
}
