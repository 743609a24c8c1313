import ArgumentParser
import Foundation
import TerminalSurface

extension Latchstring {
  /// As the argument parser would do it, but for three things: where one JSON object was asked for, errors are one as well; a command that is none
  /// is said to be none; and what goes wrong is wrapped like every other sentence.
  static func main() async {
    OwnProcess.prepare()
    do {
      if let unknown = UnknownCommand.find(in: Array(CommandLine.arguments.dropFirst()), below: Latchstring.self) { throw unknown }
      var command = try parseAsRoot()
      if command.readsSettings { SettingNames.warn(of: ProcessInfo.processInfo.environment) }
      if let card = command as? any CardReaching { try await card.check() }
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch let unknown as UnknownCommand {
      if OneObject.isPromised { print(CardResult(status: ExitCode.validationFailure.rawValue, "usage", unknown.sentence).json) }
      unknown.explain()
      exit(withError: ExitCode.validationFailure)
    } catch {
      let status = exitCode(for: error)
      guard !status.isSuccess, !(error is ExitCode) else { exit(withError: error) }
      if OneObject.isPromised {
        print(CardResult(status: status.rawValue, status == .validationFailure ? "usage" : "failed", message(for: error)).json)
      }
      complain(fullMessage(for: error), after: "", indent: 2)
      exit(withError: status)
    }
  }
}

extension ParsableCommand {
  /// Whether a setting in the environment that is none has to be told to somebody. The hands of `home` are started by what has told it already.
  fileprivate var readsSettings: Bool { !(self is VerifyCommand) && (self as? HandsCommand)?.home == nil }
}
