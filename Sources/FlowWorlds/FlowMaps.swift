#if DEBUG
  import Flows
  import Vocabulary

  /// Every flow's map, made by walking it.
  public enum FlowMaps {
    public struct Map: Codable, Sendable {
      public var summary: String
      public var mermaid: String
    }
    public static func all() throws -> [Map] {
      [
        try map(Registration.self), try map(PasskeyOnly.self), try map(PasskeyOrPassword.self), try map(AutoFillPasskeyOnly.self),
        try map(ImmediatelyAvailable.self), try map(AutoFillHybrid.self), try map(PasswordSetting.self), try map(Enrollment.self),
        try map(Opening.self), try map(RecoveryCode.self), try map(Journal.self), try map(Revocation.self), try map(Renaming.self),
        try map(KeyTest.self),
        try map(LostKey.self), try map(Restoring.self), try map(Recovery.self), try map(CardConnection.self), try map(CardPairing.self),
        try map(PINEntry.self),
        try map(CardErasing.self), try map(CardAccess.self), try map(CardPreparation.self), try map(CardPhrase.self), try map(CardSetUp.self),
        try map(NewCard.self),
        try map(CardOnboarding.self), try map(CardLogin.self), try map(CardBackup.self), try map(CardSigning.self), try map(CardChange.self),
        try map(CardMigration.self), try map(CardUnblock.self), try map(CardReset.self), try map(CardNaming.self), try map(CardStatus.self),
        try map(EscrowHands.self), try map(Identification.self), try map(EscrowProviders.self), try map(MethodEntry.self),
        try map(EscrowMethods.self),
        try map(PolicyReview.self), try map(EscrowUpload.self), try map(EscrowSetUp.self), try map(DocumentFinding.self),
        try map(ChallengeAnswer.self),
        try map(ChallengeBoard.self), try map(EscrowRecovery.self), try map(EscrowStatus.self),
      ]
    }
    private static func map<F: Flow & Explorable>(_: F.Type) throws -> Map {
      let explorer = try Explorer<F>()
      return Map(summary: "\(explorer)", mermaid: explorer.mermaid)
    }
  }
#endif
