import ArgumentParser
import EscrowHands
import Model
import TerminalSurface

struct EscrowBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Set up account recovery, or back up a file in the same way.",
    discussion: """
      For an account you sign in with your card first. With --file no account and no card is needed: latchstring escrow recover --save brings the \
      file back, and so do other programs of GNU Anastasis. \(EscrowHelp.text)
      """)

  @OptionGroup var flags: EscrowFlags
  @Option(help: "The file to back up, up to what your providers take: some hundred kilobytes at least.") var file: String?
  @Flag(help: "Go on with the backup of a file that was begun or imported, without naming the file once more.") var resume = false

  func validate() throws {
    guard file == nil || !resume else { throw ValidationError("--file names the file, and --resume goes on without it. Give one of them.") }
  }

  func run() async throws {
    let terminal = try flags.card.terminal(), isForFile = file != nil || resume
    try await reportingProblems {
      let room = try await EscrowEnvironment(flags, needsAccounts: !isForFile)
      if isForFile { try await backUpFile(room, terminal) } else { try await room.talkSignedIn(.escrowSetUp, terminal) }
      await room.close()
    }
  }

  private func backUpFile(_ room: EscrowEnvironment, _ terminal: PosixTerminal) async throws {
    let origin = room.cards.origin
    if let file {
      await room.operations.hold(try FileReading.secret(at: file), at: origin)
    } else if try await !room.operations.unfinished(at: origin).contains(.file) {
      throw ConfigurationProblem("No backup of a file is unfinished here. --file names one.")
    }
    var run = room.talk(terminal, try await room.cards.person(), room.cards.vault(), about: .file)
    do { _ = try await run.run(.escrowFile) } catch is TerminalGone {}  // left with Control-D, or the window was closed
    try await run.person.close()
  }
}
