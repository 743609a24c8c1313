import Flows
import Sentences
import Vocabulary

// The conversation of one command with passkeys
extension KeyEnvironment {
  /// Holds the conversation of one errand.
  ///
  /// - Parameter source: Where the passkey is; `nil` to ask, where there are both.
  /// - Returns: `true` if it came to its end.
  /// - Throws: `StoreFailure`, `KeyChoiceProblem`, and what `ownPasskeys` throws.
  public func talk(_ errand: KeyErrand, by source: Source?, on terminal: PosixTerminal) async throws -> Bool {
    guard let source = try await chosen(source, errand, on: terminal) else { return false }
    let (outcome, hasSignedIn) = try await run(errand, by: source, on: terminal, .attended) { names in
      await terminal.choose("Which key do you want to try?", among: names)
    }
    guard hasSignedIn else { return false }
    if errand.opens { return say(outcome, on: terminal) }
    guard let (name, opens) = outcome.tried else { return false }
    // The flow has said the rest.
    if opens { terminal.say("“\(name)” signed you in and opened your journal. It counts as tried today.") }
    return opens
  }

  private func say(_ outcome: KeyOutcome, on terminal: PosixTerminal) -> Bool {
    guard outcome.isOpen else {
      terminal.say(
        "You are signed in as \(outcome.username). Your journal is not open; this key could not open it just now.")
      return false
    }
    terminal.say("You are signed in as \(outcome.username). Your journal is open.")
    if let journal = outcome.journal {
      for line in [""] + journal.lines { terminal.write(line) }
    } else if let size = outcome.size {
      terminal.say(size)
    }
    if let complaint = outcome.complaint, outcome.size == nil { terminal.say(complaint) }
    return outcome.size != nil
  }

  private func chosen(_ source: Source?, _ errand: KeyErrand, on terminal: PosixTerminal) async throws -> Source? {
    if let source { return source }
    // Whoever makes an account on purpose with this computer says so.
    guard errand != .register, try await !ownPasskeys().isEmpty else { return .plugged }
    let places: [Sentence] = ["A security key that is plugged in", "This computer's own passkey"]
    return await terminal.choose("Where is the passkey?", among: places).map { $0 == 0 ? .plugged : .own }
  }
}
