import AccountService
import ArgumentParser
import CeremonyService
import Foundation
import Model
import MoreAlgorithms
import Passwords
import Runner
import Store
import TerminalSurface

/// The flags of every command that may reach for a card.
struct ReaderFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Option(help: "The card reader, by the name that pcscd gives it. Without it: the one with a Keycard.") var reader: String?
  @Flag(help: "A card that is only played by this computer, to rehearse with. Keep nothing of worth on it.") var rehearsal = false
  @Option(help: "The file that keeps the rehearsal card; it means --rehearsal. Without it: one in the data folder.")
  var rehearsalFile: String?
  @Flag(help: "Without the bell.") var quiet = false
}

extension ReaderFlags {
  func settings() async throws -> Settings {
    try Settings.home(
      try await StrictSettings(flags: place.values, environment: ProcessInfo.processInfo.environment, file: place.config))
  }
}

extension CardEnvironment {
  init(_ flags: ReaderFlags, needsAccounts: Bool) async throws {
    try await self.init(flags, try await flags.settings(), needsAccounts: needsAccounts)
  }

  /// - Parameter needsAccounts: `true` if the home's database is made where there is none. A command about a card alone
  ///   leaves nothing behind.
  init(_ flags: ReaderFlags, _ settings: Settings, needsAccounts: Bool) async throws {
    let file = try ServerProgram.file(in: settings.data), isKept = needsAccounts || FileManager.default.fileExists(atPath: file)
    let store: any Store = try isKept ? SQLiteStore(path: file) : SQLiteStore()
    let folder = try HandsFolder(in: settings.data)
    guard let hashing = PasswordHashing(cost: settings.passwordCost) else {
      throw ConfigurationProblem("password.memory is more than this machine has free.")
    }
    let site = Site(
      rpID: settings.rpID, rpName: settings.rpName, origins: settings.origins,
      userVerification: settings.userVerification, counterPolicy: settings.counterPolicy,
      sessionDays: settings.sessionDays, prfSalt: try await Site.prfSalt(in: store, environment: .live))
    try await self.init(
      runner: Runner(
        store: store, environment: .live, hashing: hashing,
        ceremonies: Ceremonies(site: site, environment: .live, algorithms: .complete)),
      accounts: Accounts(store: store, environment: .live), origin: settings.origins.first ?? "", reader: flags.reader,
      rehearsalFile: flags.rehearsalFile ?? folder.rehearsalCard,
      isRehearsal: flags.rehearsal || flags.rehearsalFile != nil, pairings: folder.pairings, seen: folder.seen)
  }
}

/// The flags of every command about a card.
struct CardFlags: ParsableArguments {
  @OptionGroup var at: ReaderFlags
  @Flag(help: "No conversation: one JSON object on standard output.") var json = false
}

/// How a one-shot command is told what opens a card.
struct OpeningFlags: ParsableArguments {
  @Option(help: "The file descriptor whose next line is the PIN.") var pinFd: Int32?
  @Option(help: "The file descriptor whose next line is the pairing password.") var pairingFd: Int32?
  @Flag(help: "The last try may be used. Without it, a single try that is left is kept.") var lastTry = false

  var descriptors: [OneShotSecret: Int32] {
    var descriptors: [OneShotSecret: Int32] = [:]
    descriptors[.pin] = pinFd
    descriptors[.pairing] = pairingFd
    return descriptors
  }
}

/// What each help text says of secrets and of how a command ends.
enum CardHelp {
  static let status = """
    With --json the exit status is 0 when it is done; 1 when the card or the account refuses, and "code" says why; 2 when it is used wrongly; \
    3 without a card service, a reader or a card. (64 where the arguments themselves cannot be read.)
    """
  static let secrets = """
    PIN, PUK, pairing password and phrase are never taken from arguments or the environment, where other programs see them. They are typed \
    without an echo, or read from a file descriptor that you open, one line each: --pin-fd 3 3<file. One descriptor may serve for several; \
    its lines are taken in the order in which they are needed.
    """
  static func text(_ own: String = "", takesSecrets: Bool = true) -> String {
    ([own, takesSecrets ? secrets : "", status].filter { !$0.isEmpty }).joined(separator: "\n\n")
  }
}
