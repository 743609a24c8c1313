import Model
import PasskeyHands
import TerminalSurface

/// Asks the person at the terminal before something that nothing takes back.
enum Sureness {
  /// - Parameter flag: What says the same where nobody can be asked.
  /// - Throws: `PasskeyProblem` with `declined` for anything but a yes.
  static func ask(_ question: String, flag: String) async throws {
    let terminal = PosixTerminal()
    guard terminal.isInteractive, !OneObject.isPromised else {
      throw ConfigurationProblem("Nobody can be asked here. Say \(flag) if that is what you want.")
    }
    let asked = Question("\(question) (yes or no): ", words: Question.yesOrNo)
    while case .hidden(let typed) = await terminal.ask(asked) {
      switch asked.word(typed) {
      case "yes"?, "y"?: return
      case nil: terminal.say("Type yes or no.")
      default: throw PasskeyProblem(.declined)
      }
    }
    throw PasskeyProblem(.declined)
  }
}
