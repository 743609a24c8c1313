import AccountService
import Flows
import Foundation
import Model
import Sentences
import WaysBack

/// One way into an account on its home: what it can do, when it was last tried, and where to try it.
struct WayInView {
  /// How the way stands, which decides the cord drawn beside it.
  enum Standing {
    case tried, untried
    /// Three words were read off the paper, and all twelve were never tried.
    case read
    /// It works here, and was never meant to open anything.
    case signsInOnly, secondStepOnly
    /// It works here, and opens nothing any more.
    case needsRewrap
    /// A copy that goes with the computer whose accounts it holds.
    case goesWithComputer

    /// The name of its cord in `cords.svg`.
    var cord: String {
      switch self {
      case .tried, .read: "whole"
      case .untried: "untried"
      case .signsInOnly, .secondStepOnly: "door-only"
      case .needsRewrap, .goesWithComputer: "cut"
      }
    }
    var words: Sentence {
      switch self {
      case .tried: "Tried"
      case .untried: "Not tried"
      case .read: "Read, and not tried"
      case .signsInOnly: "Signs in only"
      case .secondStepOnly: "A second step only"
      case .needsRewrap: "Opens nothing any more"
      case .goesWithComputer: "Goes with this computer"
      }
    }
  }
  struct Fact {
    var words: Sentence
    /// `true` for what the person should do something about.
    var isDue = false
  }
  /// The flow in which the way is tried, mended or looked at.
  struct Act {
    var flow: FlowName
    var label: Sentence
    var key: KeyID?
  }
  var name: Sentence
  var role: KeyRole?
  var standing: Standing
  var facts: [Fact]
  var act: Act?

  var values: [String: Any] {
    var values: [String: Any] = [
      "name": name.said, "cord": standing.cord, "standing": standing.words.said,
      "facts": facts.map { ["fact": $0.words.said, "isDue": $0.isDue] as [String: Any] },
    ]
    if let role { values["role"] = role.sentence.said }
    if let act {
      var drawn = ["flow": act.flow.rawValue, "label": act.label.said]
      drawn["key"] = act.key?.rawValue
      values["act"] = drawn
    }
    return values
  }
}

extension WayInView {
  /// A key, a passkey or a card.
  /// - Parameters:
  ///   - hasJournal: `true` if the account has a journal, whether or not anything opens it now.
  ///   - canReachCards: `true` if the page can reach the hands that hold a card.
  init(_ key: Accounts.Key, hasJournal: Bool, canReachCards: Bool, now: Date) {
    name = KeyName.sentence(key.label, isCard: key.isCard)
    role = key.role
    let flow: FlowName = key.isCard ? .cardTest : .keyTest
    let canTest = !key.isCard || canReachCards
    if key.needsRewrapSince != nil {
      standing = .needsRewrap
      facts = [
        Fact(words: "Signs you in here"), Fact(words: "Can't open your journal any more", isDue: true),
      ]
      act = canTest ? Act(flow: flow, label: "Make it open again", key: key.id) : nil
    } else if !key.opens {
      standing = .signsInOnly
      facts = [
        Fact(words: hasJournal ? "Signs you in here, and never opened your journal" : "Signs you in here"),
        Fact(words: Self.used(key, now)),
      ]
      if let copies = key.claims?.inWords { facts.append(Fact(words: copies)) }
    } else if let proved = key.provedAt {
      standing = .tried
      facts = [Fact(words: "Opened your journal \(Moment(date: proved, now: now).onDay)")]
      act = canTest ? Act(flow: flow, label: "Try it", key: key.id) : nil
    } else {
      standing = .untried
      facts = [Fact(words: "Never opened your journal: not tried yet", isDue: true)]
      act = canTest ? Act(flow: flow, label: "Try it", key: key.id) : nil
    }
    if key.opens, key.claims?.isBackedUp == true { facts.append(Fact(words: "Says that it is synced")) }
  }

  private static func used(_ key: Accounts.Key, _ now: Date) -> Sentence {
    guard let used = key.lastUsedAt else { return "Not used since it was made" }
    return "Last used \(Moment(date: used, now: now).onDay)"
  }

  /// The recovery code.
  init(_ code: Holdings.Code, savedAt: Date, _ safety: Accounts.Safety) {
    name = "Recovery code, kit no. \(code.kit)"
    act = Act(flow: .codeTest, label: "Try it")
    let paper = PaperFacts(safety)
    standing = safety.codeProvedAt != nil ? .tried : safety.codeReadAt != nil ? .read : .untried
    facts =
      [Fact(words: PaperFacts.savedOn(savedAt, now: safety.at))]
      + paper.all.map { Fact(words: $0, isDue: $0 == PaperFacts.untried) }
  }

  /// Account recovery with providers.
  /// - Parameters:
  ///   - joined: The day on which shares were last joined; `nil` if they never were.
  ///   - isOld: `true` if that was so long ago that it no longer counts.
  init(recoverySetUpAt set: Date, joined: Int?, isOld: Bool, canReachHands: Bool, now: Date) {
    name = "Account recovery"
    standing = joined == nil || isOld ? .untried : .tried
    facts = [Fact(words: "Set up \(Moment(date: set, now: now).onDay)")]
    switch joined.map({ Moment(unixDay: $0, now: now).onDay }) {
    case let day? where isOld:
      facts.append(Fact(words: "Its shares were joined \(day), too long ago to count", isDue: true))
    case let day?: facts.append(Fact(words: "Its shares were joined \(day), and opened your journal"))
    case nil: facts.append(Fact(words: "Its shares were never joined: not tried yet", isDue: true))
    }
    guard canReachHands else { return }
    act =
      standing == .tried
      ? Act(flow: .escrowStatus, label: "See how it stands") : Act(flow: .escrowTest, label: "Try it")
  }

  /// A copy of the accounts.
  /// - Parameter at: Its index.
  init(copy at: Int, of holdings: Holdings, now: Date) {
    let copy = holdings.copies[at]
    name = holdings.nameOfCopy(at).alone
    facts = copy.readOn.map { [Fact(words: "Read back \(Moment(unixDay: $0, now: now).onDay)")] } ?? []
    standing = .tried
    if let place = copy.place, holdings.site == .here(place) {
      standing = .goesWithComputer
      facts.append(Fact(words: "You have not said that you keep it elsewhere", isDue: true))
    }
    let newer = holdings.namesOfWays(notIn: copy)
    if !newer.isEmpty { facts.append(Fact(words: "Made without \(newer.listed)", isDue: true)) }
  }

  /// The password.
  /// - Parameter isEnough: `true` if it signs in by itself (G-29).
  init(passwordThatIsEnough isEnough: Bool) {
    name = "Password"
    standing = isEnough ? .signsInOnly : .secondStepOnly
    facts = [
      Fact(
        words: isEnough
          ? "Signs you in here, and opens nothing"
          : "A second step only: alone it neither signs you in nor opens anything")
    ]
  }
}

extension Moment {
  /// Creates the beginning of a day.
  /// - Parameter unixDay: The number of days since 1970.
  init(unixDay: Int, now: Date) {
    self.init(date: Date(timeIntervalSince1970: Double(unixDay) * 86_400), now: now)
  }
}
