import Model
import Vocabulary

/// A row of the list of flows: the flow's type, its first state, its prerequisites, and the words used to offer it.
public struct FlowListing: Sendable {
  /// The prerequisites for beginning a flow.
  enum Needs: Sendable {
    case nothing
    /// The flow is only about a card, and needs no account.
    case card
    /// The flow changes an account that is already signed in.
    case account
    /// The flow is about one particular key of an account that is signed in.
    case subject
    /// The flow is for a browser in which nobody is signed in, and leaves nothing there.
    case stranger
    /// The flow works on a file on the computer, which is never shown to a page.
    case terminal
  }
  /// The flow's first state, with its type.
  public let first: any FlowStart
  let needs: Needs
  let label: Copy?, more: Copy?, inMenu: Copy?

  init<F: Flow>(
    _: F.Type, _ first: F.State, needs: Needs = .nothing, label: Copy? = nil, more: Copy? = nil, inMenu: Copy? = nil
  ) {
    self.first = FirstState<F>(first)
    self.needs = needs; self.label = label; self.more = more; self.inMenu = inMenu
  }
}

extension FlowName {
  /// Returns the row for this flow. The table has a row for each flow.
  public func listing(in circumstances: Circumstances) -> FlowListing {
    let (subject, origin, isSignedIn) = (circumstances.subject, circumstances.origin, circumstances.isSignedIn)
    return switch self {
    case .registration:
      FlowListing(
        Registration.self, .init(),
        label: Copy("flow.registration", "Registration"),
        more: Copy("flow.registration.more", "Make a passkey for a new user name."))
    case .passkeyOnly:
      FlowListing(
        PasskeyOnly.self, .init(isPressed: circumstances.isInPlace),
        label: Copy("flow.passkeyOnly", "Passkey-only login"),
        more: Copy("flow.passkeyOnly.more", "No fields. Your browser asks which passkey."))
    case .passkeyOrPassword:
      FlowListing(
        PasskeyOrPassword.self, .init(),
        label: Copy("flow.passkeyOrPassword", "Passkey login with password option"),
        more: Copy("flow.passkeyOrPassword.more", "One button, then choose how."))
    case .autoFillPasskeyOnly:
      FlowListing(
        AutoFillPasskeyOnly.self, .init(),
        label: Copy("flow.autoFillPasskeyOnly", "AutoFill Passkey-only"),
        more: Copy("flow.autoFillPasskeyOnly.more", "Focus the field; pick a passkey from the list."))
    case .immediatelyAvailable:
      FlowListing(
        ImmediatelyAvailable.self, .init(),
        label: Copy("flow.immediatelyAvailable", "preferImmediatelyAvailableCredentials mode"),
        more: Copy(
          "flow.immediatelyAvailable.more",
          "Immediate mode: a passkey on this device is offered at once; if there is none, nothing opens."))
    case .autoFillHybrid:
      FlowListing(
        AutoFillHybrid.self, .init(),
        label: Copy("flow.autoFillHybrid", "AutoFill Hybrid (complete experience)"),
        more: Copy("flow.autoFillHybrid.more", "Both fields, and a button if the list stays empty."))
    case .passwordSetting: FlowListing(PasswordSetting.self, .init(), needs: .account)
    case .enrollment:
      FlowListing(Enrollment.self, .init(from: .init(origin: origin)), needs: .account)
    case .journal:
      FlowListing(
        Journal.self, .init(recalls: circumstances.isInPlace, isForThings: origin == AccountHome.thingsPath),
        needs: .account)
    case .recoveryCode: FlowListing(RecoveryCode.self, .init(), needs: .account)
    case .revocation:
      FlowListing(Revocation.self, .init(of: subject, recalls: circumstances.isInPlace), needs: .account)
    case .renaming: FlowListing(Renaming.self, .init(of: subject ?? KeyID(rawValue: "")), needs: .subject)
    case .keyTest: FlowListing(KeyTest.self, .init(of: subject ?? KeyID(rawValue: "")), needs: .subject)
    case .cardTest: FlowListing(CardTest.self, .init(of: subject ?? KeyID(rawValue: "")), needs: .subject)
    case .codeTest: FlowListing(CodeTest.self, .init(), needs: .account)
    case .rehearsalTicket:
      FlowListing(RehearsalTicket.self, .init(for: subject ?? KeyID(rawValue: "")), needs: .subject)
    case .copying: FlowListing(Copying.self, .init(), needs: .account)
    case .lostKey: FlowListing(LostKey.self, .init())
    case .recovery: FlowListing(Recovery.self, .init())
    case .comingBack: FlowListing(ComingBack.self, .init(), needs: .account)
    case .deletion: FlowListing(Deletion.self, .init(), needs: .account)
    case .introduction: FlowListing(Introduction.self, .init(), needs: .account)
    case .cardOnboarding:
      FlowListing(
        CardOnboarding.self, .init(),
        inMenu: Copy("flow.cardOnboarding.menu", "Set up an account with a card"))
    case .cardLogin:
      FlowListing(
        CardLogin.self, .init(),
        inMenu: Copy("flow.cardLogin.menu", "Sign in with a card"))
    case .cardStatus:
      FlowListing(
        CardStatus.self, .init(), needs: .card,
        label: Copy("flow.cardStatus", "Status"), more: Copy("flow.cardStatus.more", "of a card"),
        inMenu: Copy("flow.cardStatus.menu", "Card status"))
    case .cardSigning:
      FlowListing(
        CardSigning.self, .init(), needs: .card,
        label: Copy("flow.cardSigning", "Sign something"), more: Copy("flow.cardSigning.more", "with a card"),
        inMenu: Copy("flow.cardSigning.menu", "Sign a message, a hash or a file"))
    case .cardPIN:
      FlowListing(
        CardChange.self, .init(of: .pin), needs: .card,
        label: Copy("flow.cardPIN", "Change PIN"),
        inMenu: Copy("flow.cardPIN.menu", "Change the PIN"))
    case .cardPUK:
      FlowListing(
        CardChange.self, .init(of: .puk), needs: .card,
        label: Copy("flow.cardPUK", "Change PUK"),
        inMenu: Copy("flow.cardPUK.menu", "Change the PUK"))
    case .cardPairing:
      FlowListing(
        CardChange.self, .init(of: .pairing), needs: .card,
        label: Copy("flow.cardPairing", "Change pairing password"),
        inMenu: Copy("flow.cardPairing.menu", "Change the pairing password"))
    case .cardUnblock:
      FlowListing(
        CardUnblock.self, .init(), needs: .card,
        label: Copy("flow.cardUnblock", "Unfreeze with the PUK"),
        inMenu: Copy("flow.cardUnblock.menu", "Unfreeze a card with its PUK"))
    case .cardBackup:
      FlowListing(
        CardBackup.self, .init(signedIn: isSignedIn),
        label: Copy("flow.cardBackup", "Make a backup card"),
        inMenu: Copy("flow.cardBackup.menu", "Put an account's phrase on a second card"))
    case .cardMigration:
      FlowListing(
        CardMigration.self, .init(signedIn: isSignedIn),
        label: Copy("flow.cardMigration", "Add a card"),
        inMenu: Copy("flow.cardMigration.menu", "Give an account that has none a card"))
    case .cardName:
      FlowListing(
        CardNaming.self, .init(), needs: .card,
        label: Copy("flow.cardName", "Name"), more: Copy("flow.cardName.more", "of a card"),
        inMenu: Copy("flow.cardName.menu", "Name a card"))
    case .cardReset:
      FlowListing(
        CardReset.self, .init(), needs: .card,
        label: Copy("flow.cardReset", "Factory reset"), more: Copy("flow.cardReset.more", "of a card"),
        inMenu: Copy("flow.cardReset.menu", "Erase a card"))
    case .kitCheck:
      FlowListing(
        KitCheck.self, .init(), needs: .account,
        inMenu: Copy("flow.kitCheck.menu", "Check your paper with the recovery code"))
    case .rehearsal:
      FlowListing(
        Rehearsal.self, .init(), needs: .stranger,
        inMenu: Copy("flow.rehearsal.menu", "Rehearse the worst day, with a ticket from your own page"))
    case .escrowSetUp: FlowListing(EscrowSetUp.self, .init(suggesting: circumstances.country), needs: .account)
    case .escrowFile: FlowListing(EscrowSetUp.self, .init(.file, suggesting: circumstances.country), needs: .terminal)
    case .escrowRecovery: FlowListing(EscrowRecovery.self, .init(suggesting: circumstances.country))
    case .escrowStatus: FlowListing(EscrowStatus.self, .init())
    case .escrowTest: FlowListing(EscrowTest.self, .init(suggesting: circumstances.country), needs: .account)
    }
  }
}
