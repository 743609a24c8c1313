import Model
import Sentences
import Vocabulary

/// The question of what is gone, between the new key and the new words.
extension Restoring {
  static func review(_ action: Action, _ new: RecoveryCode.NewKey, _ state: inout State) {
    var new = new
    switch action {
    case .mark(let index) where state.earlier.indices.contains(index):
      let key = state.earlier[index].id
      if new.dropping.contains(key) { new.dropping.removeAll { $0 == key } } else { new.dropping.append(key) }
      state.go(.reviewing(new))
    case .allGone:
      new.dropping = state.earlier.map(\.id)
      state.write(new)
    case .proceed:
      new.keeping = state.earlier.map(\.id).filter { !new.dropping.contains($0) }
      state.write(new)
    default: break
    }
  }

  static func review(_ new: RecoveryCode.NewKey, _ state: State, _ title: Copy) -> Screen<Action> {
    let keys = state.earlier, gone = new.dropping
    let rows = keys.enumerated().map { index, key in
      let isGone = gone.contains(key.id)
      return Choice<Action>(
        isGone ? .isGone(key.name) : .isHere(key.name), .mark(index), .row, detail: isGone ? .pressIfHere : key.standing
      )
    }
    let all = Choice<Action>(.allAreGone(keys.count), .allGone)
    let proceed = Choice<Action>(
      gone.isEmpty ? .noneIsGone(keys.count) : .goOnWithout(gone.count), .proceed, gone.isEmpty ? .outline : .primary)
    let choices = rows + (gone.isEmpty ? [all, proceed] : [proceed])
    return Screen(
      title: title, step: new.isCard ? nil : StepLabel(2, of: state.steps, .whatIsGone), .working,
      [.whatIsGoneQuestion, .pressWhatIsGone], [.rows], choices: choices + [.cancel],
      announcement: .whatIsGoneQuestion, aside: .review)
  }
}

extension Restoring.State {
  /// Goes on after the new key: to the question of what is gone, if anything stood before.
  mutating func go(after new: RecoveryCode.NewKey) {
    if earlier.isEmpty { write(new) } else { go(.reviewing(new)) }
  }
  mutating func write(_ new: RecoveryCode.NewKey) {
    var code = RecoveryCode.State.opened(for: new)
    code.needsProof = new.isCard  // a card's signature vouches for nobody, and setting one up takes its time
    go(.code(code))
  }
}

extension Copy {
  static let whatIsGone = Copy("back.step", "Say what is gone")
  static let whatIsGoneQuestion = Copy("back.review", "Which of these are gone?")
  static let pressWhatIsGone = Copy(
    "back.review.how",
    "Press each one that is lost or broken, or that someone else may have. It is removed together with your old code.")
  /// The name alone: pressed, it says that the thing is gone.
  static func isHere(_ name: Sentence) -> Copy { Copy("back.here", "“\(name)”") }
  static func isGone(_ name: Sentence) -> Copy { Copy("back.gone", "“\(name)”: gone") }
  static let pressIfHere = Copy("back.gone.undo", "It will be removed. Press again if you still have it.")
  static func allAreGone(_ count: Int) -> Copy {
    count == 1 ? Copy("back.gone.one", "It is gone") : Copy("back.gone.all", "All of these are gone")
  }
  static func noneIsGone(_ count: Int) -> Copy {
    count == 1 ? Copy("back.here.one", "I still have it") : Copy("back.here.all", "I still have all of these")
  }
  static func goOnWithout(_ count: Int) -> Copy {
    count == 1 ? Copy("back.without", "Go on without it") : Copy("back.without.some", "Go on without these")
  }
}

extension Aside {
  static let review = Aside(
    whatStepMeans,
    [
      (
        Copy("back.1", "If you are unsure"),
        Copy("back.1t", "Say that it is gone. You can add it again if it turns up.")
      ),
      (
        Copy("back.2", "Why now"),
        Copy("back.2t", "Removed now, it goes with the old code, and one new paper is enough.")
      ),
      (
        Copy("back.3", "What it could read"),
        Copy(
          "back.3t",
          "Whoever copied your account's data before and holds the key can still read what was there.")
      ),
      cannot,
    ])
}
