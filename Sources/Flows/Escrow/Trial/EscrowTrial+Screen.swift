import HandsProtocol
import Sentences
import Vocabulary

extension EscrowTrial {
  public static func screen(_ state: State) -> Screen<Action> {
    func screen(
      _ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>] = []
    ) -> Screen<Action> {
      Screen(
        title: .escrowTitle, heading: .tryAddresses, .working, says, state.notice.blocks + blocks,
        choices: choices + [.cancel], announcement: state.notice?.copy ?? says.first, aside: .trial)
    }
    switch state.stage {
    case .choosing:
      let rows = state.candidates.filter { !state.passed.contains($0.method.number) }.map {
        Choice<Action>(
          $0.method.kind.copy, .choose($0.method.number), .row, detail: .sendsCode(state.providers.label(of: $0.url)),
          told: EscrowText.method($0.method.number))
      }
      let passed = state.candidates.filter { state.passed.contains($0.method.number) }.map {
        Fact($0.method.kind.copy, .codeCame(state.providers.label(of: $0.url)))
      }
      return screen(
        [.tryNow, .tryCosts, .tryLearns], (passed.isEmpty ? [] : [.receipt(passed)]) + [.rows],
        rows + [Choice(.proceed, .proceed), Choice(.changeTried, .change, .quiet), .back])
    case .sending(let number):
      return screen([.askingForCode], [state.told(number), .progress(.askingForCode)], [.back])
    case .answering(let number):
      return screen(
        [.codeIsOnItsWay(state.kind(number))],
        [state.told(number), .field(ChallengeAnswer.code, label: .code, hint: .codeHint, .secret(.sentCode))],
        [
          Choice(.proceed, .answer, needs: [.ready(ChallengeAnswer.code)]), Choice(.sendAgain, .resend, .quiet), .back,
        ])
    case .checking(let number):
      return screen([.askingForPart], [state.told(number), .progress(.askingForPart)], [.back])
    }
  }
}

extension EscrowTrial.State {
  fileprivate func kind(_ number: Int) -> EscrowKind? { candidates.first { $0.method.number == number }?.method.kind }
  fileprivate func told(_ number: Int) -> Block { .told([Told(.sentTo, EscrowText.method(number))]) }
}

extension Copy {
  static let tryAddresses = Copy("C-27.try", "Try an address first")
  fileprivate static let tryNow = Copy(
    "C-27.try.says", "Try it now: have the code sent that you would get on the day you need it.")
  fileprivate static let tryCosts = Copy(
    "C-27.try.costs",
    "It costs nothing, and a right code takes no try away. You can go on without, or after any of them.")
  fileprivate static let tryLearns = Copy(
    "C-27.try.learns", "The provider reads the address to write to it. Otherwise it could not before that day.")
  fileprivate static func sendsCode(_ provider: Sentence) -> Copy {
    Copy("C-27.try.sends", "\(provider) sends a code")
  }
  fileprivate static func codeCame(_ provider: Sentence) -> Copy {
    Copy("C-27.try.came", "The code came, and \(provider) gave its part back as it was stored.")
  }
  fileprivate static let changeTried = Copy("C-27.try.change", "Change a method")
  fileprivate static let askingForCode = Copy("C-27.try.asking", "Asking for the code…")
  fileprivate static let askingForPart = Copy("C-27.try.checking", "Asking for the part with this code…")
}

extension Aside {
  fileprivate static let trial = Aside(
    whatStepMeans,
    [
      (
        Copy("C-27.try.1", "What this shows"),
        Copy(
          "C-27.try.1t",
          "That messages of this provider reach this address, and that it has the part that you gave it.")
      ),
      (
        Copy("C-27.try.2", "What it doesn't show"),
        Copy("C-27.try.2t", "That you can still read messages there when everything else is gone.")
      ),
      (
        Copy("C-27.try.3", "If no code comes"),
        Copy("C-27.try.3t", "Look among unwanted mail, then at the address. You can change the method and go on.")
      ),
    ])
}
