import EscrowProvider
import Foundation
import Model
import Subprocess

/// One of the operator's programs that the provider starts.
public struct OperatorCommand: Hashable, Sendable {
  /// The program's path, and its first arguments.
  let line: [String]

  init(line: [String]) { self.line = line }
  /// - Parameter key: The setting that names the program.
  /// - Throws: `ConfigurationProblem` if the program cannot be run. It is better to find that out at the start than
  ///   when somebody is waiting for a code.
  public init(_ line: [String], namedBy key: String) throws {
    guard let program = line.first, program.hasPrefix("/") else {
      throw ConfigurationProblem("\(key) must begin with the whole path of a program.")
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: program, isDirectory: &isFolder), !isFolder.boolValue,
      access(program, X_OK) == 0
    else { throw ConfigurationProblem("\(key) names \(program), which is no program that can be run here.") }
    self.line = line
  }

  /// The time after which the program is terminated.
  private static let patience: Duration = .seconds(60)
  private static let mostOutput = 16 << 20

  public enum Outcome: Sendable { case succeeded(output: [UInt8]), failed, notStarted }

  /// Runs the program until it ends.
  /// - Parameters:
  ///   - arguments: Further arguments.
  ///   - input: The program's input, which must be shorter than the capacity of a pipe.
  public func run(_ arguments: [String] = [], input: String = "") async -> Outcome {
    guard let program = line.first, let reading = Self.pipe(holding: input) else { return .notStarted }
    return await withTaskGroup(of: Outcome.self) { group in
      group.addTask {
        do {
          let result = try await Subprocess.run(
            .path(.init(program)), arguments: Arguments(Array(line.dropFirst()) + arguments),
            environment: Self.environment,
            input: .fileDescriptor(.init(rawValue: reading), closeAfterSpawningProcess: true),
            output: .bytes(limit: Self.mostOutput), error: .currentStandardError)
          guard case .exited(0) = result.terminationStatus else { return .failed }
          return .succeeded(output: result.standardOutput)
        } catch { return error is CancellationError ? .failed : .notStarted }
      }
      group.addTask {
        try? await Task.sleep(for: Self.patience)
        return .failed
      }
      let first = await group.next() ?? .failed
      group.cancelAll()
      return first
    }
  }

  /// The environment of this process without its own settings, which include passwords.
  private static var environment: Subprocess.Environment {
    let own = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("LATCHSTRING_") }
    let removed = own.compactMap { name in
      Subprocess.Environment.Key(rawValue: name).map { ($0, String?.none) }
    }
    return .inherit.updating(Dictionary(uniqueKeysWithValues: removed))
  }

  /// Returns the reading end of a pipe that contains only this text. A program that does not read it causes no harm.
  private static func pipe(holding text: String) -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { return nil }
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let bytes = Array(text.utf8)
    guard bytes.isEmpty || write(ends[1], bytes, bytes.count) == bytes.count else {
      close(ends[0])
      return nil
    }
    return ends[0]
  }
}

/// Delivers codes through one of the operator's programs, called as GNU Anastasis calls its own programs. The recipient
/// is passed as arguments, and the text as input.
public struct CommandDelivery: CodeDelivery {
  private let command: OperatorCommand

  public init(command: OperatorCommand) { self.command = command }

  public func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) {
    switch await command.run(letter.recipient.arguments, input: letter.text) {
    case .succeeded: return
    case .failed: throw .failed
    case .notStarted: throw .notStarted
    }
  }
}
