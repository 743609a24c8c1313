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
      more = picture.moreOfAccount + ["Nothing opens your journal yet."]
    }
  }
}

extension Picture {
  /// What ends an account that has no journal.
  fileprivate var sentenceOfAccount: Sentence {
    let signIn = standing(.signIn, .proved), smallest = signIn.smallestLosses()
    switch signIn.strength {
    case 0: return "You have what you need, and tried none of it. Try one thing today."
    case 1:
      if let only = holdings.onlyKey { return holdings.sentence(of: only) }
      return "One loss ends this account: \(smallest.map(namesInSentence).choice)."
    default:
      let sure = worst(signIn)
      guard sure > 1 else { return "No single thing ends this account, if no two lie together." }
      guard let host = namesInSentence(host).first else { return "No single loss ends this account." }
      return "No single loss of yours ends this account while \(host) stands."
    }
  }

  fileprivate var moreOfAccount: [Sentence] {
    guard let only = holdings.onlyKey, only.saysSynced else { return [] }
    return [
      """
      If what it says is true, it comes back with the account that it is synced with, on another device. Nobody \
      vouches for that.
      """
    ]
  }
}

extension Holdings {
  /// The only key, if nothing else signs in.
  fileprivate var onlyKey: Key? {
    keys.count == 1 && cards.isEmpty && code == nil && escrow == .none && !isPasswordEnough ? keys[0] : nil
  }

  fileprivate func sentence(of key: Key) -> Sentence {
    if key.saysSynced { return "You have one passkey. It says that it is synced. If it is gone, the account is gone." }
    guard let place = key.place else {
      return key.isHardware
        ? "You have one key. Lose it, and the account is gone."
        : "You have one passkey. Lose it, and the account is gone."
    }
    return isDevice(place) && site == .here(place)
      ? "You have one passkey, on this computer. Lose this computer, and the account is gone."
      : "You have one passkey, on one device. Lose the device, and the account is gone."
  }
}
