import ArgumentParser
import CProcess
import Foundation
import Model
import ProgramFiles
import TerminalSurface
import Sentences

/// Manages who can open the account, with which keys and cards, and what happens when one of them is lost.
@main
struct Latchstring: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latchstring", abstract: "Own an account with hardware you hold, and get back in when you lose it.",
    version: version,
    subcommands: [
      HomeCommand.self, WaysCommand.self, ServeCommand.self, ProviderCommand.self, VerifyCommand.self,
      AuditCommand.self, CopyCommand.self, OpenerCommand.self, MetadataCommand.self, CardCommand.self,
      EscrowCommand.self, PasskeyCommand.self, KeysCommand.self, HandsCommand.self, DoctorCommand.self,
      PeopleCommand.self, ClientsCommand.self, DatabaseCommand.self,
    ],
    defaultSubcommand: HomeCommand.self)

  /// Replaces the argument parser's own entry point, with four differences: sentences are in the person's language; if
  /// one JSON object was requested, errors are also reported as one; an unknown command is reported as such; and errors
  /// are wrapped like every other sentence.
  static func main() async {
    prepareProcess()
    // The language is set once, for everything that this program prints in its terminal. A page's reader has their own
    // language.
    let wanted = Languages.wanted(in: ProcessInfo.processInfo.environment)
    await Catalogue.$current.withValue(Languages.catalogue(for: wanted)) { await runCommand() }
  }

  /// An installed program also says which commit it was built from, and that commit's day.
  static var version: String {
    let build = ProgramFiles.build.map { " (commit \($0.commit.prefix(12)), \($0.date))" } ?? ""
    return "\(Product.name) \(Product.version)\(build)"
  }

  private static func runCommand() async {
    do {
      if let unknown = UnknownCommand.find(in: Array(CommandLine.arguments.dropFirst()), below: Latchstring.self) {
        throw unknown
      }
      var command = try parseAsRoot()
      if command.readsSettings { SettingNames.warn(of: ProcessInfo.processInfo.environment) }
      if let card = command as? any CardReaching { try await card.check() }
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch let unknown as UnknownCommand {
      let status = ExitCode.validationFailure
      if OneObject.isPromised { print(CardResult(status: status.rawValue, "usage", unknown.sentence).json) }
      unknown.explain()
      exit(withError: status)
    } catch {
      let status = exitCode(for: error)
      guard !status.isSuccess, !(error is ExitCode) else { exit(withError: error) }
      if OneObject.isPromised {
        let code = status == .validationFailure ? "usage" : "failed"
        print(CardResult(status: status.rawValue, code, Sentence(verbatim: message(for: error))).json)
      }
      complain(Sentence(verbatim: fullMessage(for: error)), after: "", indent: 2)
      exit(withError: status)
    }
  }

  /// Hardens this process before it reads anything sensitive: a crash writes no memory to a disk or a log, and none of
  /// this person's other programs can look into its memory, because it may hold a PIN, a phrase or a Master Key. It
  /// also raises the number of open connections to the system's maximum, because the usual limit is a few hundred.
  ///
  /// If the system refuses, the program continues without this, and still keeps its promises to everyone who needs
  /// nothing more.
  private static func prepareProcess() {
    _ = cprocess_end_core_dumps()
    _ = cprocess_set_undumpable()
    cprocess_end_crash_reports()
    _ = cprocess_raise_open_files()
  }
}

extension ParsableCommand {
  /// `true` if an unknown setting in the environment must be reported. The hands of `home` are started by a program
  /// that has already reported such settings.
  fileprivate var readsSettings: Bool { !(self is VerifyCommand) && (self as? HandsCommand)?.home == nil }
}
