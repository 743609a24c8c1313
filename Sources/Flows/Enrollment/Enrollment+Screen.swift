import Vocabulary
import Model
import Sentences

extension Enrollment {
  public static func screen(_ state: State) -> Screen<Action> {
    var screen = drawn(state)
    screen.title = .enrollmentTitle
    screen.needsRoom = state.entry != .recovery  // who recovers has nowhere else to go
    if state.sheet == nil, state.health == .good { screen.heading = state.heading }
    if state.sheet == nil, state.health == .good, state.revisited != nil {
      screen.choices.append(Choice(.backToStep1, .revisit, .past))
    }
    if state.health == .good, let number = screen.step?.number, number < 3 {
      screen.blocks.append(.badge(number == 1 ? .primary : .backup))
    }
    if screen.aside == nil {
      screen.aside = state.step == .test ? .tapTest : state.role == .primary ? .primaryKey : .backupKey
    }
    return screen
  }

  private static func drawn(_ state: State) -> Screen<Action> {
    let step = state.step
    if let sheet = state.sheet { return asking(sheet, over: state) }
    if state.health == .out || state.health == .checkingAgain {
      return Screen(
        // Cancel is the only choice.
        step: step, .plain, [], [.banner(.cannotEnrollNow)], choices: [.cancel], announcement: .cannotEnrollNow)
    }
    let soon = Choice<Action>(.proceed, .proceed, needs: [.news])
    let again = Choice<Action>(.tapAgain, .tapAgain, .quiet, asksAgain: true)
    let waiting = Block.detector(state.hint == .showing ? .aligning : .waiting)
    switch state.stage {
    case .admitting(let child):
      var screen = Opening.screen(child).embedded(Action.opening)
      if child.stage == .offering, state.mayAlsoOpen { screen.says.append(.passkeyWillOpen) }
      return screen
    case .reopening(let child, _):
      var screen = Opening.screen(child).embedded(Action.opening)
      (screen.step, screen.aside) = (step, nil)  // it is this step's, and what stopping means is as well
      return screen
    case .tapping(.create(.primary)):
      return Screen(
        step: step, .working, [state.isHere ? .useThisDevice : .holdYourKey], state.notice.blocks + [waiting],
        choices: [soon, again, .cancel])
    case .tapping(.create(.backup)):
      return Screen(
        step: step, .hearth, [.secondKey] + state.fit, state.notice.blocks + [waiting],
        choices: [soon, again] + state.skip + [.cancel],
        announcement: state.notice?.copy)
    case .tapping(.confirm), .tapping(.adopt):
      return Screen(
        step: step, .working, [.tapOnceMore], state.notice.blocks + [waiting], choices: [again, .cancel],
        announcement: .tapOnceMore)
    case .tapping(.test(let key)):
      return Screen(
        step: step, .working, state.testPrompts(key), state.notice.blocks + [waiting], choices: [again, .cancel],
        announcement: state.testPrompt(key))
    case .reading:
      return Screen(step: step, .working, [.reading], [.detector(.reading)], choices: [.cancel], announcement: .reading)
    case .naming(_, let name):
      return Screen(
        step: step, .working, [.nameIt],
        state.notice.blocks + [.detector(.read), .field("name", label: .nameThisKey, hint: .nameHint, .text(name))],
        choices: [Choice(.proceed, .proceed, needs: [.filled("name")]), .cancel],
        announcement: state.notice?.copy ?? .keyDetected)
    case .revisiting(_, let name):
      return Screen(
        step: step, .working, [.keyIsSaved],
        state.notice.blocks + [.detector(.read), .field("name", label: .nameThisKey, hint: .nameHint, .text(name))],
        choices: [
          Choice(.proceed, .proceed, needs: [.filled("name")]), Choice(.replaceKey, .replace, .quiet), .cancel,
        ],
        announcement: state.notice?.copy ?? .keyIsSaved)
    case .missed(let tap, let miss):
      let revoke =
        if case .test(let key) = tap {
          [
            Choice<Action>(
              state.isAdopted(key) ? .leaveOut : .revokeKey(Sentence(verbatim: state.label(of: key))), .revoke, .quiet)
          ]
        } else {
          [Choice<Action>]()
        }
      let says = state.missed(tap, miss)
      return Screen(
        step: step, .working, [says], [.detector(state.detector(after: miss, of: tap))],
        choices: state.adoption(tap, miss) + revoke + (tap == .create(.backup) ? state.skip : []) + [.cancel],
        announcement: says)
    case .code(let child): return RecoveryCode.screen(child).embedded(Action.code)
    case .enrolled: return receipt(state)
    // The screen shown alongside the buzz (M-02).
    case .opening: return Screen(step: step, .working, [.saving], [.detector(.read)], choices: [.cancel])
    case .lookingUp, .saving, .attaching, .adopting, .revoking, .renaming, .completing:
      return Screen(step: step, .working, [.saving], [.progress(.saving)], choices: [.cancel])
    }
  }

  private static func asking(_ sheet: Sheet, over state: State) -> Screen<Action> {
    let keepGoing = Choice<Action>(.keepGoing, .keepGoing, .back)
    var under = state
    under.sheet = nil
    var screen = drawn(under)
    switch sheet {
    case .cancel:
      screen.choices = [keepGoing, Choice(.cancelEnrollment, .reallyCancel, .danger)]
      screen.sheet = Vocabulary.Sheet(.plain, .reallyCancel, note: .reallyCancelNote)
    case .skip:
      screen.choices = [Choice(.addSecond, .keepGoing, .back), Choice(.goOnWithOne, .reallySkip, .outline), .cancel]
      screen.sheet = Vocabulary.Sheet(.hearth, .reallySkip, note: .reallySkipNote(state.otherOpeners))
    }
    screen.announcement = nil
    return screen
  }

  private static func receipt(_ state: State) -> Screen<Action> {
    let says: Copy = state.rows.count > 1 ? .keysAreIn : .keyIsIn  // G-01
    let lines = state.rows.map { row in
      Fact(
        Sentence(verbatim: row.label),
        row.role == .primary
          ? (row.opens ? .primaryTested : .primarySignsIn) : row.opens ? .backupTested : .backupSignsIn)
    }
    return Screen(
      .hearth, [says], [.receipt(lines + [Fact(.codeLine, .codeSaved)] + state.opensToo.map { Fact($0, .opensToo) })],
      choices: [Choice(state.entry.back, .leave, .close)], announcement: says,
      aside: state.rows.count > 1 ? .enrolled : .enrolledOne)
  }
}

extension Enrollment.State {
  var step: StepLabel? {
    switch stage {
    case .lookingUp, .admitting, .enrolled: nil
    case _ where entry == .recovery: .newPrimary
    case .code, .completing: .code
    case .tapping(.test), .reading(.test, _), .missed(.test, _), .opening(.test), .attaching, .revoking,
      .reopening(_, .test):
      .test
    case .revisiting, .renaming: .primary
    default: role == .primary ? .primary : .backup
    }
  }
  /// Returns the detector's state after a miss. A key that can still be adopted is not shown as a wrong key.
  func detector(after miss: Enrollment.Miss, of tap: Enrollment.Tap) -> Detector {
    if hint == .showing { return .aligning }
    if case .create = tap, miss == .fault(.alreadyEnrolled), mayOnlyAdopt { return .read }
    return miss.wasRead ? .refused : .missed
  }
  /// A recommendation of the better kind of backup, if the primary cannot be touched everywhere.
  var fit: [Copy] {
    switch (rows + standing.rows).first(where: { $0.role == .primary })?.reach {
    case .plugOnly: [.fitsThisPhone, .newerHasUSB]
    case .antennaOnly: [.fitsThisComputer]
    case .builtIn, nil: []
    }
  }
  /// Returns the instruction for touching this key (G-25).
  func manner(of key: KeyID) -> Copy {
    switch rows.first(where: { $0.key == key })?.reach {
    case .antennaOnly: .layYourKey
    case .builtIn: .useThisDevice
    case .plugOnly: .plugItIn
    case nil: .holdYourKey
    }
  }
  /// The choice to do without a backup, once there is a primary.
  var skip: [Choice<Enrollment.Action>] { rows.isEmpty ? [] : [Choice(.skipBackup, .skipBackup, .quiet)] }
  /// Returns the choices to tap once more or to use the key from sign-up.
  func adoption(_ tap: Enrollment.Tap, _ miss: Enrollment.Miss) -> [Choice<Enrollment.Action>] {
    guard case .create = tap, miss == .fault(.alreadyEnrolled), !adoptable.isEmpty else {
      return [Choice(.tapAgain, .tapAgain, asksAgain: true)]
    }
    if mayOnlyAdopt { return [Choice(.useThisKey, .adopt), Choice(.tapAnother, .tapAgain, .outline, asksAgain: true)] }
    return [Choice(.tapAgain, .tapAgain, asksAgain: true), Choice(.useSignUpKey, .adopt, .quiet)]
  }
  /// The shorter of two strings, used as the heading where the longer one is shown as the text (G-02).
  var heading: Copy? {
    switch stage {
    case .tapping(.confirm), .tapping(.adopt): .tapOnceMoreTitle
    case .enrolled where rows.count > 1: .keysAreInTitle
    default: nil
    }
  }
  /// Returns the next thing to do, then the whole task if there are two keys to test (G-06), then how to do it.
  func testPrompts(_ key: KeyID) -> [Copy] {
    [testPrompt(key)] + (rows.count > 1 ? [.quickTest] : []) + [manner(of: key)]
  }
  func label(of key: KeyID) -> String { rows.first { $0.key == key }?.label ?? "" }
  func testPrompt(_ key: KeyID) -> Copy { rows.first { $0.key == key }?.role == .primary ? .tapPrimary : .nowBackup }
  func missed(_ tap: Enrollment.Tap, _ miss: Enrollment.Miss) -> Copy {
    switch (tap, miss) {
    case (_, .tampered): Notice.tampered.copy
    case (_, .fromBefore): .fromBefore
    case (_, .mismatched): Notice.needsRewrap.copy
    case (_, .needed): Notice.keyIsNeeded.copy
    case (_, .changed): Notice.changedMeanwhile.copy
    case (.create, .fault(.alreadyEnrolled)) where isHere: Notice.fault(.alreadyEnrolled).copy
    case (.confirm(_, let label), .differentKey): .differentKey(Sentence(verbatim: label))
    case (.test(let key), .differentKey): .differentKey(Sentence(verbatim: self.label(of: key)))
    case (.create(.backup), .fault(.alreadyEnrolled)) where standing.keys.isEmpty: .thatIsYourPrimary
    case (.create(.backup), .fault(.alreadyEnrolled)) where rows.contains { $0.role == .primary }: .thatIsYourPrimary
    case (_, .fault(.alreadyEnrolled)) where mayOnlyAdopt: role == .primary ? .ownKeyAsPrimary : .ownKeyAsBackup
    case (_, .fault(.alreadyEnrolled)), (.adopt, .differentKey): .alreadyEnrolled
    case (_, .fault(.unsupported)): .cannotUseKeys
    case (_, .rejected): .rejectedKey
    case (_, .timedOut): .timedOut
    default: .missed
    }
  }
}

extension Enrollment.Entry {
  /// The receipt's button, which leads back to where the enrollment began.
  fileprivate var back: Copy {
    switch self {
    case .settings: .backToSettings
    case .chat: .backToChat
    case .account, .recovery: .backToAccount
    }
  }
}

extension Enrollment.Miss {
  /// `true` if a key was read, but it was not the expected one.
  var wasRead: Bool { self == .differentKey || self == .fault(.alreadyEnrolled) }
}
