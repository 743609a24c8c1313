import Vocabulary
import HandsProtocol
import Model
import Sentences

/// The last thing that went wrong, shown until the person does something else. A notice is stored as a value and turned
/// into a sentence only when it is displayed.
enum Notice: Codable, Hashable, Sendable {
  case fault(KeyFault)
  case rejected(Rejection)
  case passwordRejected, passwordBusy
  case username(UsernameRefusal)
  case password(PasswordRefusal)
  case fillBoth
  case outage
  case tampered
  case fromBefore
  case changedMeanwhile
  case tooLate
  case signsInOnly
  case needsRewrap, gaveNothing
  /// A key other than the requested one was touched. The value is the label of the requested key.
  case differentKey(String)
  case nameTaken
  /// A different key with the same name was touched.
  case sameName(String)
  case wordsLost, copyLost
  /// What was typed is no number and check of a kit.
  case notKit
  case newWords
  /// The page of a rehearsal was loaded anew after its ticket was spent.
  case rehearsalLost
  case keyAsWell
  case keyIsNeeded
  case card(CardTrouble)
  case cardRejected(Rejection)
  case cardUnknown
  case wrongPIN, wrongPUK, unfitPIN, unfitPUK, wrongPairing, wrongHandsCode, noHandsCode
  case noAccountOnCard, cardTaken, cardStaysFull, rehearsalIsNoWayBack, rehearsalIsOther, rehearsalInUse
  case phraseMalformed, phraseOfAnother, phraseUnknown, phraseLost, phraseVoided
  /// The positions at which a different word was typed.
  case wordsWrong([Int])
  case cardIsEmpty, pathMalformed, nameTooLong
  case escrow(EscrowProblem)
  case notHardware
}

extension Notice {
  /// B-27: the only place where an error is turned into a sentence. There is no `default`, so the compiler requires a
  /// sentence for every new error.
  var copy: Copy {
    switch self {
    case .rehearsalLost:
      Copy(
        "rehearsal.lost", "This page was loaded anew, and forgot what you had shown. Make a new ticket.",
        inTerminal: "What you had shown is forgotten. Make a new ticket.")
    case .fault(.misread): Copy("B-27.misread", "That didn't work. Try again.")
    case .fault(.alreadyEnrolled):
      Copy("B-27.alreadyEnrolled", "This device already has a passkey for this account. Sign in with it.")
    case .fault(.dismissed):
      Copy("B-27.dismissed", "No passkey was given. Nothing has changed. Try again when you are ready.")
    case .fault(.noneHere): Copy("B-21", "There is no passkey for this site on this device.")
    case .fault(.unsupported):
      Copy(
        "B-27.unsupported", "This browser can't do that. Try another browser, or another way to sign in.",
        inTerminal: "That can't be done in this terminal. Try it in a browser, or another way to sign in.")
    case .fault(.wrongPlace):
      Copy(
        "B-27.wrongPlace",
        "This page's address doesn't belong to the site. Open the site by its own address and try again.")
    case .rejected(.expired):
      Copy("B-27.expired", "That took longer than five minutes, so it no longer counts. Try again.")
    case .rejected(.unknownKey):
      Copy(
        "B-27.unknownKey", "No account here knows that passkey. Try another one, or create an account.",
        .unknownPasskey)
    case .rejected(.wrongPlace):
      Copy(
        "B-27.otherPlace", "That passkey answered for another address. Open the site by its own address and try again.")
    case .rejected(.unverifiedPerson):
      Copy(
        "B-27.unverifiedPerson",
        "The key didn't check that it is you. Set a PIN or a fingerprint on it, then try again.")
    case .rejected(.closed), .cardRejected(.closed):
      Copy(
        "B-27.closed",
        "Whoever runs this site has closed this account to everybody. Nothing in it is lost. Ask them why.")
    case .rejected(.copied):
      Copy(
        "B-27.copied",
        "This passkey may have been copied, so it was not accepted. Sign in with another one and remove it.")
    case .rejected(.unsupported):
      Copy("B-27.otherKind", "This site doesn't take that kind of key. Use a different one.")
    case .rejected(.invalid): Copy("B-27.invalid", "That didn't sign you in. Try again.")
    case .passwordRejected: Copy("B-27.password", "User name and password don't match. Check both and try again.")
    case .passwordBusy:
      Copy(
        "B-27.busy",
        """
        Too many passwords are being checked right now, and yours was not. Nothing has changed. Wait a moment, then \
        try again.
        """)
    case .username(.taken): Copy("B-27.taken", "That user name is taken. Choose another one.")
    case .username(.malformed):
      Copy(
        "B-27.malformed", "A user name has 1 to 64 letters, digits, dots, hyphens or underscores. Choose another one.")
    case .username(.mixed):
      Copy(
        "B-27.mixed",
        """
        That user name mixes letters of different alphabets, so it could pass for another one. Choose one in a single \
        alphabet.
        """)
    case .password(.tooShort):
      Copy("B-27.short", "That password is too short. Use at least 12 characters; a few words do well.")
    case .password(.tooLong): Copy("B-27.long", "That password is too long. Use at most 1000 characters.")
    case .password(.tooLate): Copy("B-27.late", "More than five minutes went by since your passkey. Confirm once more.")
    case .fillBoth: Copy("B-17.both", "Fill in both fields, then press Sign in.")
    case .tampered:
      Copy(
        "B-27.tampered",
        "What this server gave doesn't fit together, so nothing was opened or changed. Tell whoever runs it.",
        // On the person's own computer, there is nobody else to inform.
        atHome: """
          What is stored on this computer doesn't fit together, so nothing was opened or changed. Start Latchstring anew \
          and try again. If it says so again, go back to a copy of your accounts that you kept.
          """,
        inTerminal: """
          What is stored on this computer doesn't fit together, so nothing was opened or changed. Start Latchstring anew \
          and try again. If it says so again, go back to a copy of your accounts that you kept.
          """)
    case .fromBefore: .fromBefore
    case .changedMeanwhile:
      Copy(
        "B-27.changed",
        "Your account was changed in another tab or on another device. Nothing was written here. Try again.",
        inTerminal: "Your account was changed somewhere else meanwhile. Nothing was written here. Try again.")
    case .tooLate: Copy("B-27.tooLate", "More than five minutes went by since you touched a key. Touch one once more.")
    case .keyAsWell: Copy("G-29", "Your password is right. This account has a hardware key: touch it as well.")
    case .wordsLost:
      Copy(
        "B-27.words", "This page was loaded anew, so it no longer has your words. Type them once more.",
        inTerminal: "Your words are no longer here. Type them once more.")
    case .copyLost:
      Copy(
        "copying.lost",
        "This page was loaded anew, so it no longer has your copy. If you did not save it, make it again.")
    case .notKit:
      Copy(
        "kitCheck.malformed",
        """
        That is not a number and a check. Type the number, a space and the check, such as 2 7KQ4-M2XD. No try was used.
        """)
    case .newWords:
      Copy(
        "B-27.newWords",
        """
        This page was loaded anew, so these are new words. What you wrote down before opens nothing: write down these.
        """,
        inTerminal: "These are new words. What you wrote down before opens nothing: write down these.")
    case .keyIsNeeded:
      Copy(
        "A-49.needed",
        """
        This key stays for now: nothing else opens what is in your journal. Add another key, then revoke it in \
        Settings.
        """)
    case .card(let trouble): trouble.copy
    case .escrow(let problem): problem.copy
    case .cardRejected(.expired):
      Copy("card.expired", "That took longer than five minutes, so it no longer counts. Ask the card once more.")
    case .cardRejected(.unknownKey), .cardUnknown:
      Copy("D-33.refused", "No account here knows this card. Use another card, or set up an account with this one.")
    case .cardRejected: Copy("card.rejected", "What the card signed didn't verify, so nothing was done. Try again.")
    case .wrongPIN: Copy("D-48.wrong", "That PIN is wrong. Type it once more.")
    case .wrongPUK: Copy("D-54.wrong", "That PUK is wrong, so the card did not take your new PIN either.")
    case .unfitPIN: Copy("D-09.unfit", "The PUK must not begin with the PIN. Choose another PIN.")
    case .unfitPUK: Copy("D-12.unfit", "The PUK must not begin with the PIN. Choose another PUK.")
    case .wrongPairing: Copy("D-45", "The card doesn't take that pairing password. Check it and type it once more.")
    case .wrongHandsCode: .wrongHandsCode
    case .noHandsCode: .noHandsCode
    case .noAccountOnCard: Copy("D-27", "There is no account on that card. Choose how to begin, or use another card.")
    case .cardTaken:
      Copy("card.taken", "This card belongs to an account here already. Sign in with it, or use another card.")
    case .cardStaysFull: .freeElsewhere
    case .rehearsalInUse:
      Copy(
        "card.rehearsal.inUse",
        """
        Another program on this computer plays the rehearsal card. End that program, then take the rehearsal card \
        here.
        """)
    case .rehearsalIsNoWayBack:
      Copy(
        "G-34.card",
        """
        The rehearsal card is there to practice with, and is no way back in. Use a real card, or a hardware key in a \
        browser.
        """)
    case .rehearsalIsOther:
      Copy(
        "card.rehearsal.other",
        "What lies there is the rehearsal card, played by this computer. Put the card that is wanted into a reader.")
    case .phraseMalformed:
      Copy(
        "D-32.malformed",
        "Those words are not a card's phrase. Check each one against your paper, and that none is missing.")
    case .phraseOfAnother:
      Copy("D-32", "That is the phrase of another account. Type the phrase of this account's card.")
    case .phraseUnknown:
      Copy("D-34.unknown", "No account here belongs to that phrase. Check each word, and that it is this site's card.")
    case .cardIsEmpty:
      Copy(
        "D-56.opening",
        """
        The card is empty now, so it can't confirm this. Use a passkey here, and put the card's account back in \
        Settings.
        """,
        inTerminal: """
          The card is empty now, so it can't confirm this. Put its account back first, with latchstring card backup.
          """)
    case .pathMalformed: Copy("D-35.path", "That is not a wallet path. It looks like m/44'/60'/0'/0/0.")
    case .nameTooLong:
      Copy(
        "card.name.long",
        "That name is too long for the card. Use at most 20 letters; accents and signs count double or more.")
    case .wordsWrong(let places): .wordsWrong(places)
    case .phraseLost:
      Copy(
        "card.phraseLost", "This page was loaded anew, so it no longer has the phrase. Begin that step once more.",
        inTerminal: "The phrase is no longer here. Begin that step once more.")
    case .phraseVoided:
      Copy(
        "card.phraseVoided",
        "Words that you wrote down before this belong to no card: destroy that paper. Other words follow.")
    case .signsInOnly: .keyCannotOpen
    case .needsRewrap: .needsRewrap
    case .gaveNothing: .gaveNothing
    case .differentKey(let label): .differentKey(KeyName.sentence(label))
    case .nameTaken: .nameTaken
    case .sameName(let label): .sameName(KeyName.sentence(label))
    case .notHardware:
      Copy(
        "service.notHardware",
        """
        The maker of that key doesn't say that it can't be copied, so it doesn't open this service. Use another key of \
        yours.
        """)
    case .outage:
      Copy("B-27.outage", "Can't reach the account store right now. Nothing has changed. Try again in a few minutes.")
    }
  }

  /// `true` if the notice asks for an action rather than reporting a failure.
  private var isHint: Bool {
    self == .fillBoth || self == .tooLate || self == .wordsLost || self == .copyLost
      || self == .keyAsWell || self == .keyIsNeeded
      || self == .newWords || self == .notHardware
      || self == .signsInOnly || self == .needsRewrap || self == .nameTaken
      || self == .fault(.dismissed)
      || self == .fault(.noneHere) || self == .noAccountOnCard || self == .cardStaysFull || self == .cardUnknown
      || isForThePerson
  }
  private var isForThePerson: Bool {
    switch self {
    case .card(.unwritten), .card(.failed): false
    case .card, .phraseLost: true
    case .escrow(let problem): problem.isHint
    default: false
    }
  }
  var block: Block { .banner(copy, self == .escrow(.oneMorePayment) ? .done : isHint ? .warning : .error) }
}

extension Copy {
  static let fromBefore = Copy(
    "WRAPS.before",
    """
    This account was begun with an earlier version, and this one doesn't open it. Open it with that version, copy your \
    journal out, and create an account here anew.
    """)
}

extension Optional<Notice> {
  var blocks: [Block] { map { [$0.block] } ?? [] }
}
