import Model
import Sentences

extension AuditEvent {
  /// The event, described for the account's holder. Every event has its own sentence.
  var sentence: Sentence {
    switch self {
    case .accountCreated: "Account created"
    case .signedInWithPasskey: "Signed in with a passkey or key"
    case .signedInWithCard: "Signed in with a card"
    case .signedInWithPassword: "Signed in with the password"
    case .signedOut: "Signed out"
    case .signedOutElsewhere: "Another browser signed out from here"
    case .signedOutEverywhereElse: "All other browsers signed out"
    case .counterRegressed: "A key's counter fell back: it may have been copied"
    case .backupStateChanged: "A passkey says otherwise than before whether it can be synced"
    case .passwordSet: "Password set"
    case .runLapsed: "Something begun was left, and is closed"
    case .keyEnrolled: "Hardware key added"
    case .cardAdded: "Card added"
    case .cardBackedUp: "A second card got this account"
    case .keyOpens: "Key can open the journal"
    case .keyNeedsRewrap: "Key can't open the journal any more, and needs re-wrap"
    case .keyOpensAgain: "Key can open the journal again"
    case .keyKept: "Key kept: nothing else opens the journal"
    case .keyProved: "Key tried"
    case .keyRenamed: "Key renamed"
    case .keyRevoked: "Key revoked"
    case .enrollmentRolledBack: "Adding a key cancelled, rolled back"
    case .enrollmentCompleted: "Adding a key completed"
    case .masterKeyMade: "Your journal got its lock"
    case .masterKeyRotated: "Your journal got a new lock"
    case .recoveryCodeRevealed: "Recovery code shown"
    case .recoveryCodeSaved: "Recovery code saved"
    case .recoveryCodeProved: "Recovery code tried, and it works"
    case .recoveryPaperChecked: "Paper with the recovery code checked: it is the newest"
    case .drillPassed: "A way in was rehearsed, and it opens the journal"
    case .drillFailed: "A way in was rehearsed, and it did not open the journal"
    case .recoveryCodeInvalidated: "Old recovery code stopped working"
    case .copyTaken: "A copy of your journal taken"
    case .escrowSaved: "Account recovery set up"
    case .escrowReplaced: "Earlier account recovery stopped working"
    case .recoveredByEscrow: "Recovered with the recovery providers"
    case .recovered: "Recovered with the recovery code"
    case .deletionAsked: "The account is to be deleted"
    case .deletionTakenBack: "The account is kept after all"
    case .accountDeleted: "Account deleted"
    case .accountDisabled: "Account closed by whoever runs this site"
    case .accountEnabled: "Account opened again by whoever runs this site"
    case .signedOutByOperator: "Signed out everywhere by whoever runs this site"
    }
  }
}
