import Access
import Sentences

/// The answer to “What if I lose …”: what is left, and in a sentence what brings the person back.
public struct LossAnswer: Hashable, Sendable {
  public let left: Left
  public let way: WayBack?
  /// `true` if anything opens the journal, or would if it works. Without a journal, only signing in can be lost.
  public let hasJournal: Bool
  private let holdings: Holdings

  /// - Parameters:
  ///   - picture: Who can open the account while nothing is lost.
  ///   - lost: What is lost.
  public init(_ picture: Picture, losing lost: Things) {
    hasJournal = picture.hasJournal
    holdings = picture.holdings
    if hasJournal {
      left = picture.left(after: lost)
      way = picture.wayBack(after: lost)
    } else {
      way = picture.wayBack(after: lost)
      left = way.map { $0.isTried ? .in : .hopedIn } ?? .out
    }
  }

  /// What brings the person back.
  public var sentence: Sentence {
    guard let way else {
      if holdings.hasOnlyPractice { return .onlyPractice }
      return "Nothing brings you back, and nobody can. We can't recover keys from our side. That's the whole point."
    }
    let names = way.names.listed
    switch (left, way.isTried) {
    case (.in, _) where hasJournal && way.isOnlyRead:
      return "You come back with \(names). Three words were read off the paper; all twelve were never tried."
    case (.noAccount, true) where way.isOnlyRead:
      return """
        Your journal opens with \(names). Three words were read off the paper; all twelve were never tried. The account \
        is gone.
        """
    case (.in, _) where !hasJournal && holdings.hasJournal:
      return "You sign in with \(names). You tried it. Nothing that you have opens your journal any more."
    case (.in, _) where !hasJournal: return "You sign in with \(names). You have no journal yet."
    case (.in, _): return "You come back with \(names). You tried it."
    case (.noAccount, true): return "Your journal opens with \(names). You tried it. The account is gone."
    case (.noAccount, false): return "Your journal might open with \(names). You never tried that. The account is gone."
    case (.noData, true): return "You sign in with \(names). Nothing opens your journal any more."
    case (.noData, false):
      return "You might sign in with \(names). You never tried that. Nothing opens your journal any more."
    case (.hopedIn, _), (.out, _):
      return "You might come back with \(names). You never tried that: try it while nothing is lost."
    }
  }
}

extension Picture {
  /// `true` if anything opens the journal, or would if it works.
  public var hasJournal: Bool { !structure(.open, .hoped).ways.isEmpty }
}
