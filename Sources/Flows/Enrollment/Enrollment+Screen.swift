import FlowKit
import Model

extension Enrollment {
  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel), keepGoing = Choice<Action>(.keepGoing, .keepGoing, .back)
    let step = state.step, soon = Choice<Action>(.proceed, .proceed, needs: [.news])
    switch state.sheet {
    case .cancel: return Screen(.plain, [.reallyCancel], choices: [keepGoing, Choice(.cancel, .reallyCancel, .danger)])
    case .skip: return Screen(step: step, .plain, [.reallySkip], choices: [keepGoing, Choice(.skipBackup, .reallySkip, .danger), cancel])
    case nil: break
    }
    if state.health == .out || state.health == .checkingAgain {
      return Screen(step: step, .plain, [], [.banner(.cannotEnrollNow)], choices: [cancel])  // only Cancel
    }
    let badge = Block.badge(state.role)
    let again = Choice<Action>(.tapAgain, .tapAgain, .quiet)
    let waiting = Block.detector(state.hint == .showing ? .aligning : .waiting)
    switch state.stage {
    case .tapping(.create(.primary)): return Screen(step: step, .working, [.holdYourKey], [waiting, badge], choices: [soon, again, cancel])
    case .tapping(.create(.backup)):
      let skip = Choice<Action>(.skipBackup, .skipBackup, .quiet)
      return Screen(step: step, .hearth, [.secondKey], [waiting, badge], choices: [soon, again, skip, cancel])
    case .tapping(.confirm): return Screen(step: step, .working, [.tapOnceMore], [waiting, badge], choices: [soon, again, cancel])
    case .tapping(.test(let key)):
      return Screen(step: step, .working, [state.testPrompt(key)], [waiting], choices: [soon, again, cancel])
    case .reading: return Screen(step: step, .working, [.reading], [.detector(.reading)], choices: [soon, cancel])
    case .naming(_, let name):
      return Screen(
        step: step, .working, [.nameThisKey],
        [.detector(.read), .field("name", label: .nameThisKey, hint: .nameHint, .text(name)), badge],
        choices: [Choice(.proceed, .proceed, needs: [.filled("name")]), cancel], announcement: .keyDetected)
    case .missed(let tap, let miss):
      let revoke = if case .test = tap { [Choice<Action>(.revoke, .revoke, .danger)] } else { [Choice<Action>]() }
      return Screen(
        step: step, .working, [state.missed(tap, miss)], [.detector(state.hint == .showing ? .aligning : .missed)],
        choices: [Choice(.tapAgain, .tapAgain)] + revoke + [cancel])
    case .saving, .revoking, .finished: return Screen(step: step, .working, [.saving], [.detector(.read)], choices: [soon, cancel])
    }
  }
}

extension Enrollment.State {
  var step: StepLabel {
    switch stage {
    case .tapping(.test), .reading(.test, _), .missed(.test, _), .revoking, .finished: .test
    default: role == .primary ? .primary : .backup
    }
  }
  func testPrompt(_ key: KeyID) -> Copy { rows.first?.key == key ? .tapPrimary : .nowBackup }
  func missed(_ tap: Enrollment.Tap, _ miss: Enrollment.Miss) -> Copy {
    switch (tap, miss) {
    case (.confirm(_, let label), .differentKey): .differentKey(label)
    case (.test(let key), .differentKey): .differentKey(rows.first { $0.key == key }?.label ?? "")
    case (.create(.backup), .fault(.alreadyEnrolled)): .thatIsYourPrimary
    case (_, .fault(.alreadyEnrolled)): .alreadyEnrolled
    default: .missed
    }
  }
}
