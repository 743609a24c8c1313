import Sentences
import Vocabulary

extension Introduction {
  public static func screen(_ state: State) -> Screen<Action> {
    let name = Sentence(verbatim: state.question?.service ?? "")
    switch state.stage {
    case .touching(let child):
      var screen = Opening.screen(child).embedded(Action.opening)
      if child.isOffering, let question = state.question {
        screen.blocks.insert(.banner(question.touchReason), at: 0)
        screen.offer(question.others)
        screen.aside = .introduction
      }
      return screen
    case .reading, .allowing:
      return Screen(
        title: .introductionTitle, .working, [.introducing], [.progress(.introducing)], choices: [.cancel],
        aside: .introduction)
    case .asking:
      let question = state.question
      return Screen(
        title: .introductionTitle, .working, [.wantsToKnow(name)],
        state.notice.blocks + [.facts(question.map(\.facts) ?? [])] + (question?.hardwareBlocks ?? []),
        choices: [Choice(.yesTell, .allow), Choice(.noTell, .refuse, .outline)] + (question?.others ?? []) + [.cancel],
        announcement: state.notice?.copy ?? .wantsToKnow(name), aside: .introduction)
    case .gone:
      return Screen(
        title: .introductionTitle, .working, [.serviceGone], state.notice.blocks,
        choices: (state.notice == nil ? [] : [Choice(.serviceAgain, .again)]) + [.cancel],
        announcement: state.notice?.copy ?? .serviceGone, aside: .introduction)
    }
  }
}

extension ServiceQuestion {
  /// The way to another account.
  fileprivate var others: [Choice<Introduction.Action>] {
    account.map { [Choice(.notYou(Sentence(verbatim: $0)), .another, .quiet)] } ?? []
  }

  /// What the service gets, piece by piece.
  fileprivate var facts: [Fact] {
    gets.map { piece in
      switch piece {
      case .username(let name):
        Fact(Copy("service.gets.name", "Your user name"), Copy("service.gets.name.is", "\(name)"))
      case .email(let address?):
        Fact(Copy("service.gets.email", "Your address for mail"), Copy("service.gets.email.is", "\(address)"))
      case .email(nil):
        Fact(
          Copy("service.gets.email", "Your address for mail"),
          Copy("service.gets.email.none", "None is written down here, so it gets none."))
      case .groups(let names) where names.isEmpty:
        Fact(
          Copy("service.gets.groups", "Your groups"),
          Copy("service.gets.groups.none", "None is written down here, so it gets none."))
      case .groups(let names):
        Fact(
          Copy("service.gets.groups", "Your groups"),
          Copy("service.gets.groups.are", "\(names.joined(separator: ", "))"))
      case .whileAway:
        Fact(
          Copy("service.gets.away", "While you are away"),
          Copy("service.gets.away.is", "It may ask again, until you take it back in Settings."))
      }
    }
  }

  fileprivate var hardwareBlocks: [Block] {
    needsHardware && needsTouch ? [.banner(touchReason)] : []
  }

  /// Why a key must be touched.
  fileprivate var touchReason: Copy {
    let name = Sentence(verbatim: service)
    return needsHardware
      ? Copy(
        "service.touch.hardware",
        "\(name) opens only with a key of which its maker says that it can't be copied. Use such a key of yours.")
      : Copy("service.touch.fresh", "\(name) wants to be sure that it is you, now.")
  }
}

extension Copy {
  static let introductionTitle = Copy("service.title", "Going on to a service")
  static let introducing = Copy("service.reading", "One moment…")
  static let yesTell = Copy("service.yes", "Yes, go on")
  static let noTell = Copy("service.no", "No")
  static func notYou(_ name: Sentence) -> Copy {
    Copy("service.another", "Not \(name)? Sign out, and use another account")
  }
  static let serviceAgain = Copy("service.again", "Try again")
  static let serviceGone = Copy(
    "service.gone", "This request isn't there any more. Go back to the service and begin again.")
  static func wantsToKnow(_ name: Sentence) -> Copy {
    Copy("service.wants", "\(name) wants to know who you are. It gets:")
  }
}

extension Aside {
  static let introduction = Aside(
    whatStepMeans,
    [
      (
        Copy("service.1", "What it gets"),
        Copy("service.1t", "Only what stands here. What opens your account and your journal never reaches it.")
      ),
      (
        Copy("service.2", "If you change your mind"),
        Copy("service.2t", "Settings lists the services that know you, and forgets each of them when you say so.")
      ),
      (
        Copy("service.3", "If you lose a key"),
        Copy("service.3t", "Remove it here, and every service that you opened with it is told at once.")
      ),
      (
        Copy("service.4", "If you have another account"),
        Copy(
          "service.4t",
          "To use it, sign out here. That also signs you out of the services that you opened in this browser.")
      ),
    ])
}
