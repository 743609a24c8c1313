import ArgumentParser
import Encoding
import Escrow
import EscrowHands
import Foundation
import HandsTools
import Model
import ProviderOperation
import TerminalSurface

/// Account recovery with the help of providers.
struct EscrowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "escrow",
    abstract:
      "Account recovery: several providers together help you back in when every device, key and paper is gone.",
    discussion: help,
    subcommands: [
      EscrowBackupCommand.self, EscrowRecoverCommand.self, EscrowTryCommand.self, EscrowStatusCommand.self,
      EscrowExportCommand.self, EscrowImportCommand.self,
    ])

  /// The part of each help text that describes where data is kept.
  static let help = """
    Who you are, your answers and the codes that you type go from this computer to the providers that you choose, \
    sealed or as a hash, and to nobody else. What is not finished is kept in the data folder, for its owner alone, and \
    goes on from there the next time.
    """
}

/// The flags of every command about account recovery.
struct EscrowFlags: ParsableArguments {
  @OptionGroup var card: ReaderFlags
  @Option(
    help: """
      The address of a recovery provider, like https://provider.example/. Give it once for each; more can be added in \
      the conversation.
      """)
  var provider: [String] = []

  func environment(needsAccounts: Bool = false, givesWays: Bool = false) async throws -> EscrowEnvironment {
    let settings = try await card.place.home()
    let cards = try await card.environment(settings, needsAccounts: needsAccounts)
    let named = try provider.map { text in
      guard let address = ProviderAddress(text) else {
        throw ConfigurationProblem("“\(text)” is no provider's address: that is like https://provider.example/")
      }
      return address.text
    }
    let chosen = named + settings.recoveryProviders
    // A provider that was named explicitly counts as chosen, wherever it runs.
    let practice = PracticeProviders.urls(from: settings.practicePort).filter { !chosen.contains($0) }
    return EscrowEnvironment(
      cards: cards, client: .ofThisProgram(data: settings.data, practice: practice),
      folder: try HandsFolder(in: settings.data).path, providers: .known(chosen, practice: practice),
      hasPractice: !practice.isEmpty, givesWays: givesWays)
  }
}

struct EscrowBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Set up account recovery, or back up a file in the same way.",
    discussion: """
      For an account you sign in with your card first. With --file no account and no card is needed: latchstring \
      escrow recover --save brings the file back, and so do other programs of GNU Anastasis. \(EscrowCommand.help)
      """)

  @OptionGroup var flags: EscrowFlags
  @Option(help: "The file to back up, up to what your providers take: some hundred kilobytes at least.")
  var file: String?
  @Flag(help: "Go on with the backup of a file that was begun or imported, without naming the file once more.")
  var resume = false

  func validate() throws {
    guard file == nil || !resume else {
      throw ValidationError("--file names the file, and --resume goes on without it. Give one of them.")
    }
  }

  func run() async throws {
    let terminal = try flags.card.terminal(), isForFile = file != nil || resume
    try await reportingProblems {
      let escrow = try await flags.environment(needsAccounts: !isForFile)
      if isForFile {
        try await escrow.backUp(file, on: terminal)
      } else {
        try await escrow.talkSignedIn(.escrowSetUp, terminal)
      }
      await escrow.close()
    }
  }
}

struct EscrowRecoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Get back into an account, or a file back, with the help of recovery providers.",
    discussion: """
      A file is found with the same facts as an account, also one that another program of GNU Anastasis backed up: \
      --save says where to put it. With --for-opener, --save also takes what opens the journal of an account, and \
      nobody is signed in: for a copy of the journal, when the site or the computer that kept the account is gone. \
      \(EscrowCommand.help)
      """)

  @OptionGroup var flags: EscrowFlags
  @Option(help: "The file for what comes back. It is made for its owner alone, and never written over.")
  var save: String?
  @Flag(help: "Save what opens a copy of an account's journal, for latchstring opener, instead of signing in.")
  var forOpener = false

  func validate() throws {
    if let save, FileManager.default.fileExists(atPath: save) {
      throw ValidationError("\(save) is there already, and is never written over.")
    }
    guard save != nil || !forOpener else { throw ValidationError("--for-opener goes with --save FILE.") }
  }

  func run() async throws {
    let terminal = try flags.card.terminal()
    try await reportingProblems {
      let escrow = try await flags.environment(givesWays: forOpener)
      try await escrow.recover(savingTo: save, on: terminal)
      await escrow.close()
    }
  }
}

struct EscrowTryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try", abstract: "Try one way of account recovery: nothing changes but a date.",
    discussion: """
      You sign in with your card first. Then you come back with the help of your providers as on the day you need it, \
      up to where what they give opens your account. Nothing that you type for it is kept.
      """)

  @OptionGroup var flags: EscrowFlags

  func run() async throws {
    let terminal = try flags.card.terminal()
    try await reportingProblems {
      let escrow = try await flags.environment(needsAccounts: true)
      try await escrow.talkSignedIn(.escrowTest, terminal)
      await escrow.close()
    }
  }
}

struct EscrowStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "How account recovery stands: each provider, and which ways would work now.",
    discussion: "With --json the exit status is 0 when it was asked, and 1 when nothing is set up from this computer.")

  @OptionGroup var flags: EscrowFlags
  @Flag(help: "No conversation: one JSON object on standard output.") var json = false
  @Flag(help: "How the backup of a file stands, not that of the account.") var file = false

  func run() async throws {
    var isSetUp = true
    try await reportingProblems {
      let escrow = try await flags.environment(), errand: EscrowErrand = file ? .file : .setUp
      if json {
        let facts = try await escrow.statusJSON(of: errand)
        isSetUp = facts != nil
        print(facts ?? #"{"code": "nothingSetUp"}"#)
      } else {
        let terminal = try flags.card.terminal(otherwise: "With --json it goes without one.")
        try await escrow.talk(.escrowStatus, about: errand, on: terminal)
      }
      await escrow.close()
    }
    if !isSetUp { throw ExitCode(1) }
  }
}

struct EscrowExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write an unfinished set-up or recovery into a file, to go on elsewhere.",
    discussion: """
      The file is JSON, a state as the programs of GNU Anastasis keep it. Whoever has it has what you typed: who you \
      are, your answers, and what is backed up. It is made for its owner alone and never written over; remove it when \
      you don't need it any more.
      """)

  @OptionGroup var place: PlaceFlags
  @Argument(help: "The file. It must not be there yet.") var file: String
  @Option(help: "set-up, file or recovery, where more than one is unfinished.") var what: EscrowErrand?

  func run() async throws {
    try await reportingProblems {
      let (operations, origin) = try await place.unfinishedWork()
      let unfinished = try await operations.unfinished(at: origin)
      guard what != nil || unfinished.count < 2 else {
        let names = unfinished.map(\.rawValue).joined(separator: ", ")
        throw ConfigurationProblem("More than one is unfinished: \(names). Say which with --what.")
      }
      guard let errand = what ?? unfinished.first, let state = try await operations.state(of: errand, at: origin) else {
        throw ConfigurationProblem("Nothing of that is unfinished here. Nothing was written.")
      }
      try NewFile.write(Secret(state), to: file)
      say("\(file) has it. On the other computer: latchstring escrow import FILE")
    }
  }
}

struct EscrowImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take an unfinished set-up or recovery from a file, to go on here.",
    discussion: """
      The file is a state that latchstring escrow export wrote, or another program of GNU Anastasis. What can't go on \
      says why, and then nothing is changed. What is unfinished here is kept, unless --replace is given.
      """)

  @OptionGroup var place: PlaceFlags
  @Argument(help: "The file.") var file: String
  @Flag(help: "Forget what is unfinished here, where it would be in the way.") var replace = false

  /// The maximum size of a state, which contains a document and its components.
  private static let most = 64 << 20

  func run() async throws {
    try await reportingProblems {
      let (operations, origin) = try await place.unfinishedWork()
      let state = try FileReading.bytes(at: file, upTo: Self.most)
      let errand = try await operations.take(state, at: origin, replacing: replace)
      say("Taken. \(errand.command) goes on from there.")
    }
  }
}

extension PlaceFlags {
  /// Returns this computer's unfinished account recovery work, without cards and accounts, and the origin under which
  /// it is kept.
  fileprivate func unfinishedWork() async throws -> (operations: EscrowOperations, origin: String) {
    let settings = try await home(), folder = try HandsFolder(in: settings.data)
    return (EscrowOperations(client: .ofThisProgram, folder: folder.path), settings.origins.first ?? "")
  }
}

extension EscrowErrand: ExpressibleByArgument {
  /// The command that continues the errand.
  fileprivate var command: String {
    switch self {
    case .setUp: "latchstring escrow backup"
    case .file: "latchstring escrow backup --resume"
    case .recovery: "latchstring escrow recover"
    }
  }
}
