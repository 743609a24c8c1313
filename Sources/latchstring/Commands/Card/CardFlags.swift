import AccountService
import ArgumentParser
import CardHands
import Flows
import Foundation
import Model
import Runner
import Store
import TerminalSurface
import Sentences

/// The flags of every command that may use a card.
struct ReaderFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Option(help: "The card reader, by the name that pcscd gives it. Without it: the one with a Keycard.")
  var reader: String?
  @Flag(help: "A card that is only played by this computer, to rehearse with. Keep nothing of worth on it.")
  var rehearsal = false
  @Option(help: "The file that keeps the rehearsal card; it means --rehearsal. Without it: one in the data folder.")
  var rehearsalFile: String?
  @Flag(help: "Without the bell.") var quiet = false

  private var isRehearsal: Bool { rehearsal || rehearsalFile != nil }

  /// Returns the terminal if a person is at it.
  ///
  /// - Parameter otherwise: The advice to give if there is no terminal.
  func terminal(otherwise: Sentence? = nil) throws -> PosixTerminal {
    let terminal = PosixTerminal(quiet: quiet)
    guard terminal.isInteractive else {
      let needed: Sentence = "This conversation needs a terminal."
      complain(otherwise.map { "\(needed) \($0)" } ?? needed)
      throw ExitCode(2)
    }
    return terminal
  }

  /// Checks that the named card is available, early enough to report the reason in specific words if it is not.
  func check() async throws {
    try await reportingProblems {
      if isRehearsal {
        let read = try await place.settings()
        try CardResult.checkRehearsal(at: try rehearsalFile ?? HandsFolder(in: Settings.data(read)).rehearsalCard)
      } else if let reader {
        let names = PCSC.system.situation().readers.map(\.name)
        // If no reader is connected yet, somebody may be about to plug it in.
        guard !names.isEmpty, !names.contains(reader) else { return }
        let list = names.map { "“\($0)”" }.joined(separator: ", ")
        throw CardProblem(CardResult(status: 3, "noReader", "There is no reader “\(reader)”. There is: \(list)."))
      }
    }
  }

  func environment(needsAccounts: Bool) async throws -> CardEnvironment {
    try await environment(try await place.home(), needsAccounts: needsAccounts)
  }

  /// - Parameter needsAccounts: `true` if a missing database of the home is created. A command that only concerns a
  ///   card leaves nothing behind.
  func environment(_ settings: Settings, needsAccounts: Bool) async throws -> CardEnvironment {
    let file = try ServerProgram.file(in: settings.data)
    let isKept = needsAccounts || FileManager.default.fileExists(atPath: file)
    let store: any Store = try isKept ? SQLiteStore(path: file) : SQLiteStore()
    let folder = try HandsFolder(in: settings.data)
    return try await CardEnvironment(
      runner: try await settings.runner(on: store),
      accounts: Accounts(store: store, environment: .live), origin: settings.origins.first ?? "", reader: reader,
      rehearsalFile: rehearsalFile ?? folder.rehearsalCard, isRehearsal: isRehearsal, pairings: folder.pairings,
      seen: folder.seen)
  }
}

/// The flags of every command about a card.
struct CardFlags: ParsableArguments {
  @OptionGroup var at: ReaderFlags
  @Flag(help: "No conversation: one JSON object on standard output.") var json = false

  /// Carries out one order without a conversation, prints its JSON, and ends with its exit status.
  func shoot(
    _ secrets: [OneShotSecret: Int32?], showing: Int32? = nil, lastTry: Bool, needsAccounts: Bool = false,
    _ work: (CardOneShot, CardEnvironment) async throws -> CardResult
  ) async throws {
    var result = CardResult()
    try await reportingProblems {
      let environment = try await at.environment(needsAccounts: needsAccounts)
      let secrets = CommandSecrets(
        secrets.compactMapValues { $0 }, showing: showing, terminal: PosixTerminal(quiet: at.quiet))
      result = try await work(CardOneShot(secrets, lastTry: lastTry, perform: environment.perform), environment)
      await environment.close()
    }
    print(result.json)
    if result.status != 0 { throw ExitCode(result.status) }
  }
}

/// The flags through which a one-shot command receives the secrets that open a card.
struct OpeningFlags: ParsableArguments {
  @Option(help: "The file descriptor whose next line is the PIN.") var pinFd: Int32?
  @Option(help: "The file descriptor whose next line is the pairing password.") var pairingFd: Int32?
  @Flag(help: "The last try may be used. Without it, a single try that is left is kept.") var lastTry = false

  /// - Parameter more: The other secrets that the command needs.
  func secrets(_ more: [OneShotSecret: Int32?] = [:]) -> [OneShotSecret: Int32?] {
    more.merging([.pin: pinFd, .pairing: pairingFd], uniquingKeysWith: { $1 })
  }
}

/// A command that communicates with a card.
protocol CardReaching: AsyncParsableCommand {
  var flags: CardFlags { get }
  /// The reason why the command's usage is wrong for any card; `nil` if the usage is correct.
  var misuse: CardResult? { get }
}

extension CardReaching {
  var misuse: CardResult? { nil }

  /// Checks the command line first and then the card, before anything is started, so that an invalid order does not
  /// create a rehearsal card.
  func check() async throws {
    if let misuse { try await reportingProblems { throw CardProblem(misuse) } }
    try await flags.at.check()
  }

  /// Runs one conversation, from its first screen to its end.
  func talk(_ flow: FlowName) async throws {
    let terminal = try flags.at.terminal(otherwise: "With --json it goes without one.")
    try await reportingProblems {
      try await flags.at.environment(needsAccounts: !flow.isAboutCardAlone).talk(flow, on: terminal)
    }
  }
}

/// A command that runs one conversation, or carries out one order with `--json`.
protocol CardOrdering: CardReaching {
  static var flow: FlowName { get }
  var order: CardOneShot.Order { get }
  /// The file descriptors from which the command reads secrets.
  var secrets: [OneShotSecret: Int32?] { get }
  /// The file descriptor to which generated secrets are written.
  var secretsFd: Int32? { get }
  var mayUseLastTry: Bool { get }
}

extension CardOrdering {
  var secrets: [OneShotSecret: Int32?] { [:] }
  var secretsFd: Int32? { nil }
  var mayUseLastTry: Bool { false }

  func run() async throws {
    guard flags.json else { return try await talk(Self.flow) }
    try await flags.shoot(secrets, showing: secretsFd, lastTry: mayUseLastTry) { shot, _ in await shot.run(order) }
  }
}

/// The parts of help texts about secrets, and about the possible results of a command.
enum CardHelp {
  static let status = """
    With --json the exit status is 0 when it is done; 1 when the card or the account refuses, and "code" says why; 2 \
    when it is used wrongly; 3 without a card service, a reader or a card. (64 where the arguments themselves cannot \
    be read.)
    """
  static let secrets = """
    PIN, PUK, pairing password and phrase are never taken from arguments or the environment, where other programs see \
    them. They are typed without an echo, or read from a file descriptor that you open, one line each: --pin-fd 3 \
    3<file. One descriptor may serve for several; its lines are taken in the order in which they are needed.
    """
  static func text(_ own: String = "", takesSecrets: Bool = true) -> String {
    ([own, takesSecrets ? secrets : "", status].filter { !$0.isEmpty }).joined(separator: "\n\n")
  }
}
