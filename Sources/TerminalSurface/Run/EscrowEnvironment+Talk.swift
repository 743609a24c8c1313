import EscrowHands
import Flows
import Foundation
import HandsProtocol
import HandsTools
import Model
import Vocabulary

// The conversations of one command about account recovery
extension EscrowEnvironment {
  /// Runs one conversation with somebody who is not signed in, to its end.
  /// - Parameter finish: Handles the conversation's outcome.
  public func talk(
    _ flow: FlowName, about errand: EscrowErrand = .setUp, on terminal: PosixTerminal,
    finish: (TerminalRun<PosixTerminal>) async throws -> Void = { _ in }
  ) async throws {
    var run = run(terminal, try await cards.person(), cards.vault(), about: errand)
    do { _ = try await run.run(flow) } catch is TerminalGone {}  // left with Control-D, or the window was closed
    try await finish(run)
    try await run.person.close()
  }

  /// Backs up a file, or continues an unfinished backup.
  public func backUp(_ file: String?, on terminal: PosixTerminal) async throws {
    if let file {
      await operations.hold(try FileReading.secret(at: file), at: cards.origin)
    } else if try await !operations.unfinished(at: cards.origin).contains(.file) {
      throw ConfigurationProblem("No backup of a file is unfinished here. --file names one.")
    }
    try await talk(.escrowFile, about: .file, on: terminal)
  }

  /// Recovers an account or a file.
  /// - Parameter path: Where a recovered file is written.
  public func recover(savingTo path: String?, on terminal: PosixTerminal) async throws {
    try await talk(.escrowRecovery, on: terminal) { run in
      if let file = run.recovered { try await keep(file, at: path, terminal) }
      guard let facts = try await cards.accounts.facts(of: run.person.session) else {
        if run.vault.escrow != nil, !run.vault.isOpen { adviseFile(terminal) }
        return
      }
      terminal.say(
        run.vault.isOpen
          ? "You are signed in as \(facts.username). Your journal is open."
          : "You are signed in as \(facts.username). Your journal is not open.")
    }
  }

  /// Once the content is saved to a file, the recovery's data is no longer needed here.
  private func keep(_ file: RecoveredFile, at path: String?, _ terminal: PosixTerminal) async throws {
    let site = file.site.map { TerminalLine.plain($0, most: 253) }
    if let site, !givesWays {
      terminal.say("What came back opens an account at \(site), and is in no file.")
      return adviseFile(terminal)
    }
    guard let path else {
      terminal.say("It has \(file.contents.count) bytes, and is in no file yet. This writes it into one:")
      terminal.say("  latchstring escrow recover --save FILE")
      terminal.say("That goes on from here, and nothing has to be typed again.")
      return
    }
    try NewFile.write(file.contents, to: path)
    _ = await perform(.recovery)(EscrowWork(.discard(.recovery)))
    terminal.say("It is in \(path). What you typed to get it back is forgotten here.", keeping: [path])
    if let site { explain(path, of: site, terminal) }
  }

  /// Says what a file is that opens an account: whoever finds it needs nothing else to get in.
  private func explain(_ path: String, of site: String, _ terminal: PosixTerminal) {
    terminal.say(
      """
      It opens each copy of the journal that was taken at \(site) while this account recovery stood: whoever has this \
      file and such a copy reads the journal. While \(site) still keeps the account, whoever has this file can get into \
      it as well. Keep it as you keep your twelve words, and remove it when you have read your journal.
      """)
    terminal.say("opener.html takes it under “The file that account recovery gave back”. In a terminal:")
    let word = ShellWord.typed(path)
    terminal.say("  latchstring opener COPY --escrow \(word)", keeping: [word])
  }

  /// Says how an account that is not here any more can still be read.
  private func adviseFile(_ terminal: PosixTerminal) {
    terminal.say("Is the account gone, and do you have a copy of its journal? This gives the file that opens the copy:")
    terminal.say("  latchstring escrow recover --save FILE --for-opener")
    terminal.say("That goes on from here, and nothing has to be typed again.")
  }

  /// Returns the state of account recovery, for programs, or `nil` if nothing is set up from this computer.
  public func statusJSON(of errand: EscrowErrand) async throws -> String? {
    guard case .status(let providers, let ways) = await perform(errand)(EscrowWork(.status)).reply else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(StatusFacts(providers: providers, ways: ways)), as: UTF8.self)
  }

  private struct StatusFacts: Encodable {
    var providers: [EscrowStanding]
    /// The requirements of each way, with their providers.
    var ways: [[EscrowPartFacts]]
  }
}
