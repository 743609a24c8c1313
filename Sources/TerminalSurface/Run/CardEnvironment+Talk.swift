import Flows
import Vocabulary
import Sentences

// The conversations of one command about a card
extension CardEnvironment {
  /// Holds one conversation, from its first screen to its end.
  public func talk(_ flow: FlowName, on terminal: PosixTerminal) async throws {
    var run = TerminalRun(try await person(), vault(), on: terminal, perform: perform)
    // The person left with Control-D, or the window was closed.
    do { try await hold(&run, flow, terminal) } catch is TerminalGone {}
    try await run.person.close()
    await close()
  }

  /// Shows a menu of all conversations until the person leaves it. What needs an account is there once somebody is
  /// signed in, and what needs a stranger until then.
  public func offerAll(on terminal: PosixTerminal) async throws {
    var person = try await person(), vault = vault()
    while true {
      let isSignedIn = person.session.account != nil
      let flows = FlowName.allCases.filter {
        $0.inMenu != nil && !(isSignedIn ? $0.needsStranger : $0.needsAccount)
      }
      let labels = flows.compactMap(\.inMenu?.sentence)
      guard let place = await terminal.choose("Cards: what do you want to do?", among: labels) else { break }
      var run = TerminalRun(person, vault, on: terminal, perform: perform)
      do { try await hold(&run, flows[place], terminal) } catch is TerminalGone { break }
      (person, vault) = (run.person, run.vault)  // who is signed in stays so until the menu is left
      // A rehearsal leaves no session behind, and nothing of what was shown.
      if flows[place].needsStranger { (person, vault) = (try await self.person(), self.vault()) }
      await close()  // and the card does not: other programs want it while nobody chooses anything
    }
    try await person.close()
    await close()
  }

  /// Runs the conversation, and reports how it ended if its last screen did not.
  private func hold(
    _ run: inout TerminalRun<PosixTerminal>, _ flow: FlowName, _ terminal: PosixTerminal
  ) async throws {
    guard let end = try await run.run(flow), end.grants, let facts = try await accounts.facts(of: run.person.session)
    else { return }
    // This sign-in only proves that the new card works: the person did not ask to sign in.
    guard flow != .cardBackup else { return terminal.say(Copy.backedUp.sentence) }
    if run.vault.isOpen {
      terminal.say("You are signed in as \(facts.username). Your journal is open.")
    } else if flow == .cardLogin {
      terminal.say(
        "You are signed in as \(facts.username). Your journal is not open; this card could not open it just now.")
    } else {
      terminal.say(
        "You are signed in as \(facts.username). Your journal is not open: latchstring card login opens it.")
    }
    if flow == .cardOnboarding { for line in afterOnboarding { terminal.say(line) } }
  }

  /// Advice on how to keep an account if its only card is lost.
  private var afterOnboarding: [Sentence] {
    [
      "What comes next, so that losing this card does not lose the account:",
      isRehearsal
        ? "A second rehearsal card, in another file: latchstring card backup --rehearsal-file FILE"
        : "A second card: latchstring card backup",
      "Account recovery, with people or services who each keep a part: latchstring escrow backup",
      "A recovery code, and all the rest, in a browser: latchstring home",
    ]
  }
}
