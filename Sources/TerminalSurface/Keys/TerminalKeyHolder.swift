import Encoding
import HandsProtocol
import SecurityKeys
import Sentences

/// Who answers where a command uses passkeys.
public enum KeyManner: Sendable {
  /// A person, who is asked.
  case attended
  /// Nobody: a program passed the answers.
  ///
  /// - Parameters:
  ///   - account: The user name of the account that is meant, if a key has several.
  ///   - mayUseLastTry: `true` if a PIN is tried even where only one try is left (D-57).
  case unattended(account: String?, mayUseLastTry: Bool)
}

/// The person at this terminal, who holds a security key.
struct TerminalKeyHolder<Window: Terminal>: KeyHolder {
  let talk: HandsTalk<Window>
  let manner: KeyManner
  /// The shortest PIN that CTAP knows, in characters (CTAP 2.1 §6.5.1).
  private static var shortestPIN: Int { 4 }

  func pin(triesLeft: Int?, isAgain: Bool) async throws -> Secret {
    if isAgain {
      guard case .attended = manner else { throw SecurityKeyProblem.wrongPIN(triesLeft: triesLeft) }
      await talk.say(SecurityKeyProblem.wrongPIN(triesLeft: triesLeft).sentence, .warning)
    } else if triesLeft == 1 {
      if case .unattended(_, mayUseLastTry: false) = manner { throw SecurityKeyProblem.lastTry }
      await talk.say(Self.oneTryLeft, .warning)
    }
    while true {
      let question = Question("PIN of your security key (not shown): ", isHidden: true, field: Self.pinField)
      guard case .hidden(let pin) = await talk.ask(question) else {
        if case .unattended = manner { throw SecurityKeyProblem.pinNeeded }
        throw SecurityKeyProblem.declined
      }
      guard pin.count < Self.shortestPIN else { return pin }
      if case .unattended = manner { throw SecurityKeyProblem.pinNeeded }
      await talk.say("A key's PIN has at least 4 characters. Nothing was sent, and no try was used.", .warning)
    }
  }

  func choose(among accounts: [KeyAccount]) async throws -> Int {
    let names = accounts.map { $0.userName ?? $0.displayName ?? "" }
    if case .unattended(let account, _) = manner {
      guard let index = names.firstIndex(where: { $0 == account }) else { throw SecurityKeyProblem.severalAccounts }
      return index
    }
    guard let index = await talk.choose("This key has several accounts here. Which one do you mean?", among: names)
    else { throw SecurityKeyProblem.declined }
    return index
  }

  func isAwaited(_ awaited: AwaitedTouch) async {
    switch awaited {
    case .ofOneAmong(let count): await talk.say("\(count) security keys are plugged in. Touch the one that you mean.")
    case .ofKey: await talk.say("Touch your key.")
    case .ofKeyThatOpensNothing:
      await talk.say("This key has no hmac-secret: it signs you in, and opens nothing.", .warning)
      await talk.say("Touch your key.")
    }
    talk.onlyWait()
  }

  private static var oneTryLeft: Sentence {
    "One PIN try is left. After a wrong one the key must be reset, which erases every passkey on it."
  }
  static var pinField: FieldID { "pin" }
}

extension HandsTalk {
  /// Asks the person to choose one of these names by number; `nil` if they leave.
  func choose(_ title: Sentence, among names: [String]) async -> Int? {
    await say(title)
    for (place, name) in names.enumerated() {
      await say(Sentence(verbatim: "\(place + 1). \(TextLine.printable(name))"))
    }
    let question = Question(
      "Your choice (1 to \(names.count), q: none of them): ", words: Question.words(upTo: names.count, and: "q"))
    while case .hidden(let typed) = await ask(question) {
      switch question.word(typed) {
      case "q"?: return nil
      case let word?: return Int(word).map { $0 - 1 }
      case nil: await say("Type a number from 1 to \(names.count), or q.")
      }
    }
    return nil
  }
}
