import Foundation
import Sentences
import WaysBack

/// One way into an account, with what it can do and when it was last tried.
struct WayLine {
  let name: Sentence
  /// `opens`, `signsIn` or `needsRewrap`; `copy` for a copy of the accounts.
  let power: String
  /// The day of the proof that counts; `nil` if there is none.
  let proved: Int?
  /// `true` for a paper of which three words were read, and never all twelve.
  var isOnlyRead = false

  static func all(of holdings: Holdings) -> [WayLine] {
    var all = holdings.keys.map { WayLine(name: $0.name, power: $0.power.code, proved: $0.provedOn) }
    all += holdings.cards.map { WayLine(name: $0.name, power: opens, proved: $0.provedOn) }
    if let code = holdings.code {
      let proved = code.papers.filter { $0.provedOn != nil }, day = proved.compactMap(\.provedOn).max()
      let isOnlyRead = proved.allSatisfy(\.isOnlyRead)
      all.append(WayLine(name: "Kit no. \(code.kit)", power: opens, proved: day, isOnlyRead: isOnlyRead))
    }
    switch holdings.escrow {
    case .none: break
    case .somewhere(let joined): all.append(WayLine(name: "Account recovery", power: opens, proved: joined))
    case .known(let plan): all.append(WayLine(name: "Account recovery", power: opens, proved: plan.joinedOn))
    }
    all += holdings.copies.enumerated().map { at, copy in
      WayLine(name: holdings.nameOfCopy(at).alone, power: Self.copy, proved: copy.readOn)
    }
    if holdings.isPasswordEnough { all.append(WayLine(name: "Your password", power: signsIn, proved: nil)) }
    return all
  }

  private static let opens = Holdings.Key.Power.opens.code, signsIn = Holdings.Key.Power.signsIn.code

  private static let copy = "copy"

  var standing: Sentence {
    switch (power, date) {
    case (Self.copy, let date?): "read back on \(date)"
    case (Self.opens, let date?) where isOnlyRead: "three words were read off it on \(date)"
    case (Self.opens, let date?): "opened the journal on \(date)"
    case (Self.opens, nil): "not tried yet"
    case (Self.signsIn, _): "signs in, opens nothing"
    default: "signs in, needs re-wrap"
    }
  }

  /// The day of the proof as `2026-11-26`.
  var date: String? { proved.map(Self.date) }
  static func date(of day: Int) -> String {
    Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601.year().month().day())
  }
}

extension Holdings.Key.Power {
  /// The code that programs read.
  fileprivate var code: String {
    switch self {
    case .opens: "opens"
    case .signsIn: "signsIn"
    case .needsRewrap: "needsRewrap"
    }
  }
}
