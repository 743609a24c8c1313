import ArgumentParser
import EscrowHands
import Foundation
import HandsTools
import Model
import PasskeyHands
import TerminalSurface
import Sentences

/// Turns any error that can stop a command into one sentence and an exit status, or into one JSON object if that was
/// requested.
func reportingProblems(status: Int32 = 1, _ work: () async throws -> Void) async throws {
  func stop(_ code: String, _ sentence: Sentence) -> ExitCode { report(CardResult(status: status, code, sentence)) }
  do { try await work() } catch let problem as CardProblem {
    throw report(problem.result)
  } catch let problem as ConfigurationProblem {
    throw stop(problem.code, problem.sentence)
  } catch let error as HandsError {
    throw stop("file", error.reason)
  } catch let problem as PasskeyProblem {
    throw stop(problem.word, problem.sentence)
  } catch let refusal as ImportRefusal {
    throw stop("state", refusal.sentence)
  } catch let failure as StoreFailure {
    throw stop(
      "database",
      """
      The database failed: \(failure.reason). The last step is not saved; what came before it is. When the database \
      works again, run the same command.
      """)
  } catch let error as StoreError {
    throw stop("database", "The database cannot be opened: \(error.reason).")
  }
}

private func report(_ result: CardResult) -> ExitCode {
  if OneObject.isPromised { print(result.json) } else { complain(result.sentence ?? Sentence(verbatim: result.code)) }
  return ExitCode(result.status)
}

/// Detects `--json` in the commands that support it. It is read from the raw arguments, because it also applies if they
/// cannot be parsed.
enum OneObject {
  static var isPromised: Bool {
    let arguments = CommandLine.arguments.dropFirst()
    let commands = ["audit", "card", "doctor", "escrow", "keys", "opener", "passkey", "verify", "ways"]
    return arguments.first.map(commands.contains) == true && arguments.contains("--json")
  }
}
