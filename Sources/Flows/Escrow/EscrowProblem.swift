import Vocabulary
import HandsProtocol

/// Something that went wrong during account recovery.
enum EscrowProblem: Codable, Hashable, Sendable {
  /// The person at the hands declined.
  case declined
  /// Account recovery is under way in another program on this computer.
  case busy
  /// The hands no longer have what was typed, generated or kept.
  case lost
  case failed
  case trouble(EscrowTrouble)
  case notAnAddress, knownProvider
  case wrongCode, wrongAnswer, limited, expired, notYet, stillDue, oneMorePayment, unknownChallenge
  /// Nobody has decided about the photo yet, or the photo is no longer waiting for a decision.
  case notExamined, reviewOver
  case policyTwice, newClock
  /// A method's address could not be tried.
  case trialLimited, trialNotSent, trialNotOffered
}

extension HandsReply {
  /// The problem that may be reported in reply to any order of account recovery.
  var escrowProblem: EscrowProblem? {
    guard case .escrow(let news) = self else { return nil }
    return switch news {
    case .declined: .declined
    case .busy: .busy
    case .lost: .lost
    case .failed, .absent: .failed
    case .trouble(let trouble): .trouble(trouble)
    default: nil
    }
  }
}

extension EscrowProblem {
  var copy: Copy {
    switch self {
    case .declined:
      Copy("C-23.declined", "You said no at this computer, so nothing was done. Try again if you want to go on.")
    case .busy:
      Copy(
        "C-53.busy",
        """
        Account recovery is under way in another window or terminal of this computer. Let it finish there, then try \
        again.
        """)
    case .lost: Copy("C-53.lost", "This computer no longer has what you typed. Type it once more.")
    case .failed: Copy("C-23.failed", "That didn't work, and nothing has changed. Try again.")
    case .trouble(let trouble): trouble.copy
    case .notAnAddress:
      Copy("C-31.form", "That is not a provider's address. It looks like https://recovery.example.org/.")
    case .knownProvider: Copy("C-31.twice", "That provider is in the list already.")
    case .wrongCode:
      Copy("C-68", "That code is wrong. Check it and type it once more. What you have done so far is kept.")
    case .wrongAnswer:
      Copy(
        "C-68.answer",
        "That answer is not the one from back then. Capitals and spaces count. What you have done so far is kept.")
    case .limited:
      Copy(
        "C-68.limited",
        """
        The provider takes no more tries for now. Wait a while, or take another way. What you have done so far is \
        kept.
        """)
    case .expired:
      Copy("C-68.expired", "That code no longer counts. Have a new one sent. What you have done so far is kept.")
    case .notYet:
      Copy(
        "C-63.notYet",
        "The provider has not seen it yet. A transfer can take a few days; you may stop here and come back meanwhile.")
    case .notExamined:
      Copy(
        "C-63.notExamined",
        "Nobody there has decided yet. You may stop here and come back; the photo waits until the day that stands here."
      )
    case .reviewOver:
      Copy("C-68.reviewOver", "The photo no longer waits there. Try again, and it waits under a new number.")
    case .stillDue: Copy("C-61.still", "The provider has not seen the payment yet. Give it a moment, then try again.")
    case .oneMorePayment: Copy("C-61.more", "That payment has arrived. What comes next is due now.")
    case .unknownChallenge: Copy("C-45.gone", "The provider no longer has its part of this. Take another way.")
    case .newClock:
      Copy(
        "C-26.newClock",
        "This page was loaded anew, so this is a new key. Remove the old one from your program, and give it this one.",
        inTerminal: "This is a new key. Remove the old one from your program, and give it this one.")
    case .trialLimited:
      Copy(
        "C-27.try.limited",
        "The provider sends no more codes for now. Try it in an hour, or go on: what is stored stays as it is.")
    case .trialNotSent:
      Copy(
        "C-27.try.unsent", "The provider could not send the code. Look at the address, or try again in a while.")
    case .trialNotOffered:
      Copy(
        "C-27.try.notOffered", "The provider sends no free code for this one now. Go on: what is stored stays as it is."
      )
    case .policyTwice: Copy("C-38.twice", "You have that way already, so it was left out.")
    }
  }
  /// `true` if the problem calls for an action rather than reporting a failure.
  var isHint: Bool {
    switch self {
    case .declined, .busy, .lost, .notYet, .notExamined, .stillDue, .oneMorePayment, .knownProvider, .policyTwice,
      .newClock, .trialLimited, .trialNotOffered:
      true
    case .failed, .trouble, .notAnAddress, .wrongCode, .wrongAnswer, .limited, .expired, .reviewOver, .unknownChallenge,
      .trialNotSent:
      false
    }
  }
}

extension EscrowTrouble {
  var copy: Copy {
    switch self {
    case .unreachable: Copy("C-30.unreachable", "The provider doesn't answer. Try again later, or use another one.")
    case .notProvider:
      Copy(
        "C-30.notProvider",
        "What answers there is not a provider of account recovery. Check the address, or use another one.")
    case .full: Copy("C-30.full", "The provider takes nothing more, or nothing as large. Use another one.")
    case .limited: Copy("C-30.limited", "The provider asks for patience: too many requests. Try again in a while.")
    case .refused: Copy("C-30.refused", "The provider refused. Try again later, or use another one.")
    case .lying:
      Copy("C-30.lying", "What the provider gave is not what was put there. Don't rely on it: use another one.")
    case .missing:
      Copy(
        "C-30.missing",
        """
        The provider doesn't have what was put there. Have it brought there once more; if it is missing again, use \
        another one.
        """)
    case .unchecked:
      Copy(
        "C-30.unchecked",
        "Not checked: the provider took its part, and didn't answer when it was asked for it. Try again in a while.")
    case .expired:
      Copy(
        "C-30.expired",
        "The time for which the provider was to keep its part is over. Set it up anew while you still have a key.")
    case .behind: Copy("C-57.behind", "The provider's newest backup is older than the one of another provider.")
    }
  }
  /// The short form of the problem, for a list of providers.
  var inBrief: Copy {
    switch self {
    case .unreachable: Copy("C-30.brief.unreachable", "No answer.")
    case .notProvider: Copy("C-30.brief.notProvider", "Not a provider.")
    case .full: Copy("C-30.brief.full", "Takes nothing more.")
    case .limited: Copy("C-30.brief.limited", "Asks for patience.")
    case .refused: Copy("C-30.brief.refused", "Refused.")
    case .lying: Copy("C-30.brief.lying", "Gave something else than was put there.")
    case .missing: Copy("C-30.brief.missing", "Doesn't have what was put there.")
    case .unchecked: Copy("C-30.brief.unchecked", "Not checked.")
    case .expired: Copy("C-30.brief.expired", "No longer keeps its part.")
    case .behind: Copy("C-30.brief.behind", "Has an older backup.")
    }
  }
}
