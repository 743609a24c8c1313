import Model
import Sentences
import Vocabulary

extension ComingBack {
  public static func screen(_ state: State) -> Screen<Action> {
    let leave = Choice<Action>(.toYourAccount, .leave, .close)
    switch state.stage {
    case .lookingUp:
      return Screen(
        title: .comingBackTitle, .plain, [.almostBack], [.progress(.almostBack)], choices: [leave],
        announcement: .almostBack, aside: .comingBack)
    case .unread:
      return Screen(
        title: .comingBackTitle, .plain, [.youAreIn], state.notice.blocks, choices: [leave],
        announcement: state.notice?.copy, aside: .comingBack)
    case .revoking(let child):
      var screen = Revocation.screen(child).embedded(Action.revoking)
      if case .reminding = child.stage { screen.choices = [leave] }  // the new words are left, and nothing else is open
      return screen
    case .back(let peek): return back(peek, state)
    }
  }

  private static func back(_ peek: Peek, _ state: State) -> Screen<Action> {
    let rows = state.open.enumerated().flatMap { index, key in
      [
        Choice<Action>(.stillHave(key.name), .have(index), .row, detail: key.standing),
        Choice<Action>(.removeIt(key.name), .remove(index), .row),
      ]
    }
    let due: [Block] = state.codeIsDue ? [.banner(.codeIsDue)] : []
    let review: [Block] = rows.isEmpty ? [] : [.banner(.lookThrough(state.open.count)), .rows]
    let enroll = Choice<Action>(
      state.lacksPrimary ? .enrollPrimary : .enrollAnother, .enroll, state.lacksPrimary ? .primary : .outline)
    let leave = Choice<Action>(.toYourAccount, .leave, state.lacksPrimary ? .back : .close)
    return Screen(
      title: .comingBackTitle, .hearth, [.youAreBack(Sentence(verbatim: state.facts.username))],
      [.journalSize(peek.look)] + (state.lines.isEmpty ? [] : [.receipt(state.lines)]) + due + review,
      choices: rows + (state.lacksPrimary ? [enroll, leave] : [leave, enroll]),
      announcement: .youAreBack(Sentence(verbatim: state.facts.username)), aside: .comingBack)
  }
}

extension ComingBack.Peek {
  fileprivate var look: JournalLook {
    switch self {
    case .opening: .opening
    case .open: .open
    case .closed: .closed
    }
  }
}

extension ComingBack.State {
  fileprivate var lacksPrimary: Bool {
    !(facts.earlier + [facts.current].compactMap { $0 }).contains { $0.role == .primary }
  }
  /// What came of this way back: what is new, what was removed, and what the person says is still there.
  fileprivate var lines: [Fact] {
    var lines: [Fact] = []
    if let key = facts.newKey {
      lines.append(Fact("“\(key.name)”", key.opens ? .newKeyOpens : .newKeySignsIn))
    } else if let key = facts.current {
      lines.append(Fact("“\(key.name)”", key.opens ? .cameWithIt : .cameWithItToSignIn))
    }
    if let kit = facts.kit { lines.append(Fact(.newCodeLine, .kitNumber(kit))) }
    if !facts.removed.isEmpty {
      lines.append(
        Fact(Copy.isRevoked(facts.removed.map { "“\($0.name)”" }.listed), .revokedMeans(facts.removed.count)))
    }
    let there = facts.earlier.filter { confirmed.contains($0.id) }
    return lines + there.map { Fact("“\($0.name)”", .isStillThere) }
  }
}

extension Copy {
  static let comingBackTitle = Copy("back.title", "Coming back")
  static let almostBack = Copy("back.reading", "You are in. Looking at what is here…")
  static let youAreIn = Copy("back.in", "You are in.")
  static func youAreBack(_ name: Sentence) -> Copy { Copy("back", "You're back, \(name).") }
  static let newKeyOpens = Copy("back.key", "New key. It signs you in and opens your journal.")
  static let newKeySignsIn = Copy("back.key.only", "New key. It signs you in. It can't open your journal.")
  static let cameWithIt = Copy("back.with", "You came back with it. It signs you in and opens your journal.")
  static let cameWithItToSignIn = Copy("back.with.only", "You came back with it. It signs you in.")
  static let newCodeLine = Copy("back.code", "New recovery code")
  static func kitNumber(_ number: Int) -> Copy {
    Copy("back.kit", "Kit no. \(number). The words from before open your account no more.")
  }
  static let isStillThere = Copy("back.there", "You still have it.")
  static func lookThrough(_ count: Int) -> Copy {
    count == 1
      ? Copy("back.look", "It was here before. Do you still have it?")
      : Copy("back.look.some", "These were here before. Do you still have them?")
  }
  static func stillHave(_ name: Sentence) -> Copy { Copy("back.have", "I still have “\(name)”") }
  static func removeIt(_ name: Sentence) -> Copy { Copy("back.remove", "Remove “\(name)”") }
  static let toYourAccount = Copy("back.account", "Go to your account", inTerminal: "Close")
}

extension Aside {
  static let comingBack = Aside(
    whatStepMeans,
    [
      (
        Copy("back.4", "Your journal"),
        Copy(
          "back.4t", "This page opened it and counted what is in it. The server can't read it.",
          inTerminal: "It was opened and counted on this computer. The server can't read it.")
      ),
      (
        Copy("back.5", "What is left to do"),
        Copy("back.5t", "Your account shows it from now on: what is untried, and what would make you safer.")
      ),
      (
        Copy("back.6", "A key that you are not sure of"),
        Copy("back.6t", "Remove it. You can add it again if it turns up.")
      ),
    ])
}
