import ArgumentParser
import Encoding
import EscrowHands
import Foundation
import HandsTools
import Model
import Sentences
import TerminalSurface
import WebSurface

/// Reads a copy of a journal without a server, or deals with the page that does.
struct OpenerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "opener",
    abstract: "Read a copy of your journal, without us and without a network, or write the page that does.",
    discussion: """
      A copy of your journal is the file that “Take everything with you” in Settings makes. It signs nobody in; the \
      accounts themselves are copied with latchstring copy. It opens with the twelve words of the kit that it names, \
      with a card, or with the file that account recovery gives back, also when the site itself is gone: latchstring \
      escrow recover --save FILE --for-opener.

      Words and PIN are never taken from arguments or the environment. They are typed without an echo, or read from a \
      file descriptor that you open, on one line.
      """)

  @Argument(help: "The copy.", completion: .file()) var copy: String?
  @OptionGroup var reader: ReaderFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "The file that account recovery gave back, instead of words.", completion: .file()) var escrow: String?
  @Flag(help: "A card at a reader, and its PIN, instead of words.") var card = false
  @Option(help: "The file descriptor whose next line is the twelve words.") var wordsFd: Int32?
  @Option(help: "Write opener.html into this new file, to be kept beside a copy.", completion: .file())
  var write: String?
  @Option(help: "Say whether this file is exactly the opener.html of this version.", completion: .file())
  var verify: String?
  @Flag(help: "Print the journal as one JSON object.") var json = false

  func validate() throws {
    guard [copy, write, verify].compactMap(\.self).count == 1 else {
      throw ValidationError("Name a copy to open, or give one of --write and --verify.")
    }
    guard copy != nil || (escrow == nil && !card && wordsFd == nil && !json) else {
      throw ValidationError("--escrow, --card, --words-fd and --json go with a copy to open.")
    }
    guard [escrow != nil, card, wordsFd != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one of --escrow, --card and --words-fd.")
    }
  }

  func run() async throws {
    try await reportingProblems {
      if let write {
        try NewFile.write(Secret(try Opener.page().utf8), to: write)
        say("The opener is in \(write). Keep it beside your copy.", keeping: [write])
      } else if let verify {
        try check(verify)
      } else if let copy {
        let file = try JournalCopyFile(at: copy), journal = try file.open(try await secret(for: file))
        if json { print(try journal.json()) } else { for line in journal.lines { print(line) } }
      }
    }
  }

  private func check(_ path: String) throws {
    let page = Array(try Opener.page().utf8)
    guard try FileReading.bytes(at: path, upTo: 1 << 24) == page else {
      throw ConfigurationProblem(
        """
        \(path) is not the opener of \(Product.name) \(Product.version): its bytes are different. It may be of another \
        version, or it was changed. latchstring opener --write makes the one of this version.
        """, code: "different")
    }
    say("\(path) is exactly the opener of \(Product.name) \(Product.version).", keeping: [path])
  }

  private func secret(for file: JournalCopyFile) async throws -> CopySecret {
    if let escrow { return .escrow(Secret(try FileReading.bytes(at: escrow, upTo: 1 << 20))) }
    if card {
      try await reader.check()
      let environment = try await reader.environment(needsAccounts: false)
      let secrets = CommandSecrets(
        opening.secrets().compactMapValues { $0 }, showing: nil, terminal: PosixTerminal(quiet: reader.quiet))
      let shot = CardOneShot(secrets, lastTry: opening.lastTry, perform: environment.perform)
      let secret = try await shot.openingSecret()
      await environment.close()
      return .card(secret)
    }
    if let wordsFd {
      guard let typed = SecretLine.read(from: wordsFd) else {
        throw ConfigurationProblem("File descriptor \(wordsFd) cannot be read.", code: "secretNeeded")
      }
      return .words(try JournalCopyFile.entropy(of: typed))
    }
    let terminal = PosixTerminal(quiet: reader.quiet)
    guard terminal.isInteractive else {
      throw ConfigurationProblem(
        "The words are typed at a terminal, or read with --words-fd. --escrow and --card go without them.",
        code: "secretNeeded")
    }
    guard let words = try await file.askWords(on: terminal) else { throw ExitCode(1) }
    return .words(words)
  }
}
