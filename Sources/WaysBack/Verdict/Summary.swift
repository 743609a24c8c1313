import Access
import Sentences

/// What is said first about an account, on its home and in a terminal.
///
/// An account that has no journal yet is judged by who can sign in; every other account is judged by its journal.
public struct Summary: Hashable, Sendable {
  public let sentence: Sentence
  /// What the sentence rests on, what makes it doubtful, and what would make it better.
  public let more: [Sentence]

  public init(_ picture: Picture) {
    if picture.hasJournal {
      let verdict = Verdict(picture)
      sentence = verdict.sentence
      more = [picture.lastTried, verdict.doubt, verdict.hope].compactMap(\.self)
    } else {
      sentence = picture.sentenceOfAccount
      let closed: Sentence =
        picture.holdings.hasJournal
        ? "Nothing that you have opens your journal any more." : "You have no journal yet."
      more = picture.moreOfAccount + [closed]
    }
  }
}

extension Picture {
  /// What ends an account that has no journal.
  fileprivate var sentenceOfAccount: Sentence {
    let signIn = standing(.signIn, .proved), smallest = signIn.smallestLosses()
    switch signIn.strength {
    case 0 where holdings.hasOnlyPractice: return .onlyPractice
    case 0: return "You have what you need, and tried none of it. Try one thing today."
    case 1:
      if let only = holdings.onlyKey { return holdings.sentence(of: only) }
      let hoped = standing(.signIn, .hoped)
      let ends = smallest.filter { !hoped.survives(losing: $0) }.map(namesInSentence)
      let mayEnd = smallest.filter(hoped.survives).map(namesInSentence)
      return [
        ends.isEmpty ? nil : "One loss ends this account: \(ends.choice)." as Sentence,
        mayEnd.isEmpty ? nil : "One loss may end this account: \(mayEnd.choice)." as Sentence,
      ].compactMap(\.self).inARow
    default:
      guard worst(signIn) > 1 else { return sentence(of: condition(of: signIn)) }
      guard let host = namesInSentence(host).first else { return "No single loss ends this account." }
      return "No single loss of yours ends this account while \(host) stands."
    }
  }

  private func condition(of signIn: AccessStructure) -> Claim.Condition {
    Claim.Condition(ifTogether: worst(signIn, pins: false), ifOnePIN: worst(signIn, places: false))
  }
  private func sentence(of condition: Claim.Condition) -> Sentence {
    switch condition {
    case .noTwoTogether: "No single thing ends this account, as long as no two of them lie in one place."
    case .noSharedPIN: "No single thing ends this account, as long as no two share a PIN."
    case .neither: "No single thing ends this account, as long as no two of them lie in one place or share a PIN."
    }
  }

  fileprivate var moreOfAccount: [Sentence] {
    guard let only = holdings.onlyKey, only.saysSynced else { return [] }
    if case .here = holdings.site {
      return [
        """
        Your account itself is on this computer. Lose this computer, and the account is gone, wherever else the \
        passkey is.
        """
      ]
    }
    return [
      """
      If what it says is true, it comes back with the account that it is synced with, on another device. Nobody \
      vouches for that.
      """
    ]
  }
}

extension Sentence {
  /// What is said of an account in which practice is all there is.
  static let onlyPractice: Sentence =
    "You have only what is there to practice with. Add a key: practice never counts."
}

extension Holdings {
  /// The only key, if nothing else signs in.
  fileprivate var onlyKey: Key? {
    keys.count == 1 && cards.isEmpty && code == nil && escrow == .none && !isPasswordEnough ? keys[0] : nil
  }

  fileprivate func sentence(of key: Key) -> Sentence {
    if key.saysSynced { return "You have one passkey. It says that it is synced. If it is gone, the account is gone." }
    guard let place = key.place, isDevice(place) else {
      return key.isHardware
        ? "You have one key. Lose it, and the account is gone."
        : "You have one passkey. Lose it, and the account is gone."
    }
    return site == .here(place)
      ? "You have one passkey, on this computer. Lose this computer, and the account is gone."
      : "You have one passkey, on one device. Lose the device, and the account is gone."
  }
}
