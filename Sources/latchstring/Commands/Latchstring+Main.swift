import ArgumentParser
import TerminalSurface

extension Latchstring {
  /// As the argument parser would do it, but where one JSON object was asked for, errors are one as well.
  static func main() async {
    OwnProcess.prepare()
    do {
      var command = try parseAsRoot()
      if let card = command as? any CardReaching { try await card.flags.at.check() }
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch {
      let status = exitCode(for: error)
      if OneObject.isPromised, !status.isSuccess, !(error is ExitCode) {
        print(CardResult(status: status.rawValue, status == .validationFailure ? "usage" : "failed", message(for: error)).json)
      }
      exit(withError: error)
    }
  }
}
