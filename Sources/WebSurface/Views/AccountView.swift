import AccountService
import Flows
import Foundation
import Model
import Sentences
import WaysBack

/// The account's home, where a sign-in ends: who can open the account, and what each loss costs.
struct AccountView {
  let facts: Accounts.Facts
  let safety: Accounts.Safety
  let holdings: Holdings
  let isNudge: Bool
  /// `true` if the person left an enrollment in the middle.
  let isEnrolling: Bool
  let rpID: String
  /// `true` if the page can reach the hands on its reader's computer.
  let hasHands: Bool
  /// What a person types to copy the accounts of this computer.
  let copyLine: String

  /// The number of events beside the ways in. The log has a page of its own.
  private static let events = 5

  var values: [String: Any] {
    let picture = Picture(holdings), said = picture.map(Summary.init)
    var values: [String: Any] = [
      "title": say("Your account"), "register": "hearth", "origin": Origin.account.path,
      "log": SettingsRoom.activity.path,
      "username": facts.username, "means": facts.means.signedInWith.said,
      "verdict": said?.sentence.said ?? say("You have more ways in than we can judge at once."),
      "more": said?.more.map { ["sentence": $0.said] } ?? [],
      "ways": ways.map { way, path in way.values.merging(["path": path]) { $1 } },
      "happened": Array(LogView(log: safety.log).rows.prefix(Self.events)),
    ]
    if let end = facts.deletionAt {
      let moment = Moment(date: end, now: safety.at)
      values["deletion"] = ["onDay": moment.onDay.said, "keep": AccountRoutes.keepPath]
    }
    if let drill = safety.lastDrill {
      let line = DrillLine(drill: drill, now: safety.at)
      values["drill"] = ["sentence": line.sentence.said, "path": line.path]
    }
    if picture != nil { values["whatIf"] = AccountRoutes.whatIfPath }
    if picture?.hasJournal == true { values["things"] = Origin.things.path }
    if !holdings.trials.isEmpty { values["round"] = Origin.round.path }
    var steps = picture.map(steps) ?? []
    let isNudge = isNudge && !isEnrolling
    if isNudge { values["nudge"] = ReceiptView.nudge }
    // Before anything opens, the next step is what the page asks for.
    let hasJournal = picture?.hasJournal ?? true
    values["hasJournal"] = hasJournal
    if let toLookThrough { steps.append(toLookThrough) }
    if let roundDue { steps.insert(roundDue, at: 0) }
    if let codeDue { steps.insert(codeDue, at: 0) }
    if isEnrolling { steps.insert(Self.enrollmentLeft, at: 0) }
    if !isNudge, !steps.isEmpty { values["next"] = steps.removeFirst().merging(["isFirst": !hasJournal]) { $1 } }
    values["others"] = steps
    values["hasOthers"] = !steps.isEmpty
    values["signals"] = safety.signals.values(rpID: rpID)
    values.merge(OthersView(holdings: holdings).values) { $1 }
    let rooms = RoomsNav(
      current: nil, offersCards: hasHands || safety.hasCard, offersServices: safety.offersServices)
    return values.merging(rooms.values) { $1 }
  }

  private func steps(_ picture: Picture) -> [[String: Any]] {
    NextStepView.all(of: picture, safety: safety, hasHands: hasHands, copyLine: copyLine).map(\.values)
  }

  /// An enrollment that the person left in the middle, as when a tab is closed.
  private static var enrollmentLeft: [String: Any] {
    [
      "title": say("You began to add a hardware key"),
      "effect": say("It was not finished, so nothing of it counts. Begin again: what it saved is taken back."),
      "begins": ["flow": FlowName.enrollment.rawValue],
    ]
  }

  /// A new code that the person put off, or that a revocation asked for. The saved one still works.
  private var codeDue: [String: Any]? {
    guard safety.wantsCodeReminder, safety.codeSavedAt != nil, holdings.canOpenByTouch else { return nil }
    return [
      "title": say("A new recovery code is still to be made"),
      "effect": say("The one that you saved before works until then."),
      "begins": ["flow": FlowName.recoveryCode.rawValue],
    ]
  }

  /// A key from before the person came back that nobody has used since: it may be gone.
  private var toLookThrough: [String: Any]? {
    guard let key = safety.keys.first(where: { safety.unusedSinceReturn.contains($0.id) }), !key.isCard || hasHands
    else {
      return nil
    }
    let name = KeyName.sentence(key.label, isCard: key.isCard)
    let title: Sentence = "Do you still have “\(name)”?"
    let effect: Sentence = "It was not used since you came back. Try it, or remove it on its own page under Keys."
    return NextStepView(title: title, effect: effect, place: .flow(key.isCard ? .cardTest : .keyTest, key.id)).values
  }

  /// The round of April or October.
  private var roundDue: [String: Any]? {
    let round = Round(holdings)
    guard round.asks(after: safety.roundLater) else { return nil }
    return [
      "title": RoundView.title(of: round).said, "effect": RoundView.promise.said,
      "opens": ["path": Origin.round.path, "label": say("Start the round")], "later": AccountRoutes.laterPath,
    ]
  }

  /// Keys first, then what lies on paper and with others, then copies, each with the page where it can be changed.
  /// Practice is no way in.
  private var ways: [(WayInView, path: String)] {
    var ways = safety.keys.filter { !$0.isRehearsal }.map {
      (
        WayInView($0, hasJournal: holdings.hasJournal, canReachCards: hasHands, now: safety.at),
        path: KeyRowView.path(of: $0.id)
      )
    }
    if let code = holdings.code, let saved = safety.codeSavedAt {
      ways.append((WayInView(code, savedAt: saved, safety), SettingsRoom.recovery.path))
    }
    if case .somewhere(let joined) = holdings.escrow, case .setUp(let date, isPractice: false) = safety.recovery {
      let way = WayInView(
        recoverySetUpAt: date, joined: joined, isOld: joined != nil && holdings.hasUntriedEscrow,
        canReachHands: hasHands, now: safety.at)
      ways.append((way, SettingsRoom.recovery.path))
    }
    if holdings.hasPassword {
      ways.append((WayInView(passwordThatIsEnough: holdings.isPasswordEnough), SettingsRoom.password.path))
    }
    for at in holdings.copies.indices {
      ways.append((WayInView(copy: at, of: holdings, now: safety.at), SettingsRoom.recovery.path))
    }
    return ways
  }
}

extension Accounts.Means {
  /// What the session was signed in with, as a sentence of its own.
  fileprivate var signedInWith: Sentence { "Signed in with: \(inSentence)." }

  private var inSentence: Sentence {
    switch self {
    case .password: "your password"
    case .card(let isRehearsal): isRehearsal ? "the rehearsal card" : "your card"
    case .passkey(.thisDevice, let isBackedUp):
      isBackedUp ? "a passkey that says it is synced" : "a passkey on this device"
    case .passkey(.securityKey, _): "a security key"
    case .passkey(.otherDevice, _): "a passkey on another device"
    case .passkey(.unknown, _): "a passkey"
    }
  }
}
