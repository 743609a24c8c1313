import Vocabulary

extension Copying {
  public static func screen(_ state: State) -> Screen<Action> {
    func screen(
      _ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>], _ register: Register = .working
    ) -> Screen<Action> {
      Screen(
        title: .copyingTitle, register, says, blocks, choices: choices, announcement: state.notice?.copy ?? says.first,
        aside: .copying)
    }
    switch state.stage {
    case .lookingUp: return screen([.testing], [.progress(.testing)], [.cancel])
    case .opening(let child): return Opening.screen(child).embedded(Action.opening)
    case .signing, .taking, .making: return screen([.makingCopy], [.progress(.makingCopy)], [.cancel])
    case .ready:
      return screen([.copyIsReady, .copyStillOpens], [.copy], [Choice(.leaveCopying, .leave, .back)])
    case .closed: return screen([.keyCannotOpen], [], [Choice(.useAnotherKey, .again), .cancel], .plain)
    case .empty: return screen([.nothingToTake], [], [.cancel])
    case .unopenable: return screen([.nothingOpensCopy], [], [Choice(.makeCode, .makeCode), .cancel])
    case .failed:
      return screen([.noCopyMade], state.notice.blocks, [Choice(.makeCopyAgain, .again), .cancel])
    }
  }
}

extension Copy {
  static let copyingTitle = Copy("copying.title", "Take everything with you")
  static let makingCopy = Copy("copying.making", "Making your copy…")
  static let copyIsReady = Copy(
    "copying.ready", "Your copy is made. This page read it back, and everything in it opened.")
  static let copyStillOpens = Copy(
    "copying.still",
    """
    What opens this copy now still opens it later, also when you have made a newer kit or revoked a card here. Keep it \
    apart from your kit.
    """)
  static let nothingToTake = Copy("copying.empty", "You have no journal yet, so there is nothing to take along.")
  static let nothingOpensCopy = Copy(
    "copying.unopenable",
    """
    Nothing that you have would open a copy: it takes a recovery code, a card or account recovery. Make a recovery \
    code first, then come back here.
    """)
  static let noCopyMade = Copy(
    "copying.failed",
    "No copy was made. Check your connection and try again; if it says so again, try in another browser.")
  static let makeCopyAgain = Copy("copying.again", "Make the copy again")
  static let leaveCopying = Copy("copying.leave", "Done")
}

extension Aside {
  static let copying = Aside(
    whatStepMeans,
    [
      (
        Copy("copying.1", "What is in it"),
        Copy(
          "copying.1t",
          """
          Your journal and your people, closed as they are here. Your user name, the names of your keys and the dates \
          in your log can be read by whoever has the file.
          """)
      ),
      (
        Copy("copying.2", "What it is for"),
        Copy(
          "copying.2t",
          """
          It opens your journal anywhere, without us, and signs nobody in. The opener is a page that does so from a \
          disk, without a network.
          """)
      ),
      (
        Copy("copying.3", "What opens it"),
        Copy(
          "copying.3t",
          """
          The twelve words of your kit, a card at a terminal, or what account recovery gives back, as each is today. A \
          hardware key or passkey does not: it answers only to this site.
          """)
      ),
      (
        Copy("copying.4", "What stays as it is"),
        Copy("copying.4t", "Your account and your keys. Your log notes that a copy was taken.")
      ),
    ])
}
