import ArgumentParser
import Foundation
import Model
import NIOCore

/// Turns what can stop a command into one sentence and an exit status.
func reportingProblems(status: Int32 = 1, _ work: () async throws -> Void) async throws {
  func stop(_ sentence: String) -> ExitCode {
    FileHandle.standardError.write(Data("latchstring: \(sentence)\n".utf8))
    return ExitCode(status)
  }
  do { try await work() } catch let problem as ConfigurationProblem { throw stop(problem.description) } catch let error as StoreError {
    throw stop("The database cannot be opened: \(error.reason).")
  } catch let error as IOError where error.errnoCode == EADDRINUSE {
    throw stop("The port is taken by another program. Choose one with --port.")
  }
}
