import ArgumentParser
import Model
import PasskeyHands
import Sentences
import Store
import TerminalSurface

/// The flags of every command that uses a passkey: which one it is.
struct PasskeySource: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Flag(help: "This computer's own passkey, and no security key.") var own = false
  @Option(
    help: """
      The security key at this path, like /dev/hidraw3. May be given several times; without it, any that is plugged in.
      """, completion: .file())
  var device: [String] = []
  @Flag(help: "Without the bell.") var quiet = false

  func validate() throws {
    guard !own || device.isEmpty else { throw ValidationError("Give one of --own and --device.") }
  }

  /// Where the passkey is; `nil` if neither flag says so.
  var source: KeyEnvironment.Source? { own ? .own : device.isEmpty ? nil : .plugged }

  func environment() async throws -> KeyEnvironment {
    let read = try await place.settings(), settings = try Settings.home(read), keys = try KeysSettings(read)
    let store = try SQLiteStore(path: try ServerProgram.file(in: settings.data))
    return KeyEnvironment(
      runner: try await settings.runner(on: store), store: store, origin: settings.origins.first ?? "",
      devices: device, own: { try KeysEnvironment.toUse(keys, person: $0) },
      seen: try HandsFolder(in: settings.data).seen)
  }

  /// Does the errand as a conversation.
  /// - Parameter other: What may be said where there is no terminal.
  func talk(_ errand: KeyErrand, orElse other: Sentence = "This conversation needs a terminal.") async throws {
    let terminal = PosixTerminal(quiet: quiet)
    guard terminal.isInteractive else {
      complain(other)
      throw ExitCode(2)
    }
    var status: Int32 = 0
    try await reportingKeyProblems {
      status = try await environment().talk(errand, by: source, on: terminal) ? 0 : 1
    }
    if status != 0 { throw ExitCode(status) }
  }
}

/// The flags of a command that also goes without a conversation.
struct PasskeyFlags: ParsableArguments {
  @OptionGroup var key: PasskeySource
  @Flag(help: "No conversation: one JSON object on standard output. The key is touched all the same.") var json = false
  @Option(help: "With --json: the file descriptor whose next line is the PIN.") var pinFd: Int32?
  @Option(help: "With --json: the user name of the account that is meant, where the key has several.")
  var account: String?
  @Flag(help: "With --json: the last PIN try may be used. Without it, a single try that is left is kept.")
  var lastTry = false

  func validate() throws {
    guard json || (pinFd == nil && account == nil && !lastTry) else {
      throw ValidationError("--pin-fd, --account and --last-try go with --json.")
    }
  }
}

/// A command that does one thing with a passkey, in a conversation or, with `--json`, without one.
protocol PasskeyErrand: AsyncParsableCommand {
  var flags: PasskeyFlags { get }
  var errand: KeyErrand { get }
}

extension PasskeyErrand {
  func run() async throws {
    let errand = errand
    guard flags.json else {
      return try await flags.key.talk(
        errand, orElse: "This conversation needs a terminal. With --json it goes without one.")
    }
    var status: Int32 = 0
    try await reportingKeyProblems {
      let shot = try await flags.key.environment().shoot(
        errand, by: flags.key.source ?? .plugged, pin: flags.pinFd, account: flags.account, mayUseLastTry: flags.lastTry
      )
      status = shot.result.status
      print(try shot.journal?.json() ?? shot.result.json)
    }
    if status != 0 { throw ExitCode(status) }
  }
}

private func reportingKeyProblems(_ work: () async throws -> Void) async throws {
  try await reportingProblems {
    do { try await work() } catch let problem as KeyChoiceProblem {
      throw ConfigurationProblem(problem.sentence, code: problem.word)
    }
  }
}

extension KeyChoiceProblem {
  fileprivate var word: String {
    switch self {
    case .unknown: "noKey"
    case .several: "severalKeys"
    }
  }
  fileprivate var sentence: Sentence {
    switch self {
    case .unknown(let name, let known): "There is no key named “\(name)”. There is \(Self.listed(known))."
    case .several(let known): "Name the key to try: there is \(Self.listed(known))."
    }
  }
  private static func listed(_ names: [String]) -> Sentence { names.map { Sentence(verbatim: "“\($0)”") }.listed }
}
