import Authenticator
import Encoding
import HandsProtocol
import PasskeyHands
import Sentences
import Synchronization

/// The person at this terminal, whose own computer is the passkey.
struct OwnKeyHolder<Window: Terminal>: Sendable {
  let talk: HandsTalk<Window>
  let manner: KeyManner
  private let once = Once()

  init(talk: HandsTalk<Window>, manner: KeyManner) { self.talk = talk; self.manner = manner }

  /// The person, as this computer's authenticator asks them.
  var person: AskingPerson {
    AskingPerson(confirm: { await confirm($0) }, askPIN: { await pin($0, triesLeft: $1) })
  }

  private func confirm(_ question: Sentence) async -> PresenceAnswer {
    // Whoever started a command that asks nobody has said yes with it.
    guard case .attended = manner else { return Task.isCancelled ? .cancelled : .present }
    let asked = Question("\(question) (yes or no): ", words: Question.yesOrNo)
    while case .hidden(let typed) = await talk.ask(asked) {
      switch asked.word(typed) {
      case "yes"?, "y"?: return .present
      case nil: await talk.say("Type yes or no.")
      default: return .declined
      }
    }
    return Task.isCancelled ? .cancelled : .declined
  }

  private func pin(_ reason: Sentence, triesLeft: Int) async -> Secret? {
    // The authenticator asks again after a wrong PIN. A program has only one.
    if case .unattended(_, let mayUseLastTry) = manner, once.isOver || (triesLeft == 1 && !mayUseLastTry) { return nil }
    once.isOver = true
    await talk.say(reason)
    let question = Question("PIN of your passkeys (not shown): ", isHidden: true, field: Self.pinField)
    guard case .hidden(let pin) = await talk.ask(question) else { return nil }
    return pin
  }

  /// Returns the index of the account that is meant; `nil` for none.
  func choose(among names: [String?]) async -> Int? {
    let names = names.map { $0 ?? "" }
    if case .unattended(let account, _) = manner { return names.firstIndex { $0 == account } }
    return await talk.choose("This computer has several accounts here. Which one do you mean?", among: names)
  }
  private static var pinField: FieldID { TerminalKeyHolder<Window>.pinField }
}

/// Whether the PIN was asked for in this ceremony.
private final class Once: Sendable {
  private let state = Mutex(false)
  var isOver: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
