import ArgumentParser
import Flows
import Foundation
import TerminalSurface

extension ReaderFlags {
  /// The terminal, where somebody sits there.
  ///
  /// - Parameter otherwise: What is done where there is none.
  func terminal(otherwise: String? = nil) throws -> PosixTerminal {
    let terminal = PosixTerminal(quiet: quiet)
    guard terminal.isInteractive else {
      complain("This conversation needs a terminal.\(otherwise.map { " \($0)" } ?? "")")
      throw ExitCode(2)
    }
    return terminal
  }
}

extension CardFlags {
  func terminal() throws -> PosixTerminal { try at.terminal(otherwise: "With --json it goes without one.") }

  /// One conversation, from its first screen to its end.
  func talk(_ flow: FlowName) async throws {
    let terminal = try terminal()
    try await reportingProblems {
      let room = try await CardEnvironment(at, needsAccounts: !flow.isAboutCardAlone)
      var run = TerminalRun(try await room.person(), room.vault(), on: terminal, perform: room.perform)
      do { try await room.hold(&run, flow, terminal) } catch is TerminalGone {}  // left with Control-D, or the window was closed
      try await run.person.close()
      await room.close()
    }
  }

  /// One order without a conversation: its JSON, and its exit status.
  func order(_ descriptors: [OneShotSecret: Int32], showing: Int32? = nil, lastTry: Bool = false, _ order: CardOneShot.Order) async throws {
    try await shoot(descriptors, showing, lastTry, needsAccounts: false) { shot, _ in await shot.run(order) }
  }

  func shoot(
    _ descriptors: [OneShotSecret: Int32], _ showing: Int32? = nil, _ lastTry: Bool, needsAccounts: Bool,
    _ work: (CardOneShot, CardEnvironment) async throws -> CardResult
  ) async throws {
    var result = CardResult()
    try await reportingProblems {
      let room = try await CardEnvironment(at, needsAccounts: needsAccounts)
      let secrets = CommandSecrets(descriptors, showing: showing, terminal: PosixTerminal(quiet: at.quiet))
      result = try await work(CardOneShot(secrets, lastTry: lastTry, perform: room.perform), room)
      await room.close()
    }
    print(result.json)
    if result.status != 0 { throw ExitCode(result.status) }
  }
}

extension CardEnvironment {
  /// Has the conversation, and says how it ended where its last screen did not.
  func hold(_ run: inout TerminalRun<PosixTerminal>, _ flow: FlowName, _ terminal: PosixTerminal) async throws {
    guard let end = try await run.run(flow), end.grants, let facts = try await accounts.facts(of: run.person.session) else { return }
    // Its sign-in only proves the new card: nobody asked for one.
    guard flow != .cardBackup else { return terminal.say(CardWords.backedUp) }
    let masterKey =
      if run.vault.isOpen { "open." } else if flow == .cardLogin { "not open; this card could not open it just now." } else {
        "not open: latchstring card login opens it."
      }
    terminal.say("You are signed in as \(facts.username). The Master Key is \(masterKey)")
    if flow == .cardOnboarding { for line in Self.afterOnboarding(isRehearsal) { terminal.say(line) } }
  }

  /// What keeps an account when its one card is lost.
  private static func afterOnboarding(_ isRehearsal: Bool) -> [String] {
    [
      "What comes next, so that losing this card does not lose the account:",
      isRehearsal
        ? "A second rehearsal card, in another file: latchstring card backup --rehearsal-file FILE" : "A second card: latchstring card backup",
      "Account recovery, with people or services who each keep a part: latchstring escrow backup",
      "A recovery code, and all the rest, in a browser: latchstring home",
    ]
  }
}
