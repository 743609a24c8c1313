import Foundation
import Wraps

/// What a way in has shown that it can do, and thus how it was proved.
public enum ProofKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// The way signed a fresh challenge, which the server verified. Whether the way also opens is not shown.
  case signed
  /// The way opened the Master Key in the same run in which it signed. That it opened is the hands' word.
  case opened
  /// The way's twelve words were typed, opened its wrap, and signed.
  case words
  /// Shares of the way's secret were joined, opened its wrap, and signed.
  case joined
  /// Three of the twelve words were read off the paper when it was made. That they were right is the hands' word. The
  /// paper is readable then; whether its words open is not shown.
  case read
  /// The number and the check on the paper were given: the paper is there, and it is the newest. Whether its words can
  /// be read is not shown.
  case checked

  /// `true` if the proof shows that the way opens the Master Key.
  public var showsOpening: Bool {
    switch self {
    case .opened, .words, .joined: true
    case .signed, .read, .checked: false
    }
  }
}

extension WayKind {
  /// What a drill of a way of this kind proves. Who signs for a drill and who checks it both name it.
  public var drillProof: ProofKind {
    switch self {
    case .key, .card: .opened
    case .phrase: .words
    case .escrow: .joined
    }
  }
}

extension Way {
  /// The time at which the way last opened the Master Key; `nil` if it has not been seen to.
  public var openedAt: Date? { proofs.filter(\.key.showsOpening).values.max() }
  /// The time of the newest proof that counts for what the way can do: for a way that opens, the last time it opened;
  /// for one that only signs in, the newest proof of any kind. `nil` if there is none.
  public var provedAt: Date? { opens ? openedAt : proofs.values.max() }
}
