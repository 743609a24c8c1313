import Foundation
import Subprocess

/// A program started by a test, with swift-subprocess: Foundation's `Process` watches all programs on one thread, where
/// one of its own assertions once crashed the whole test process.
public struct TestProgram: Sendable {
  private let command: [String], environment: [String: String]

  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - environment: Variables that are added to those of this process, or replace them.
  public init(_ command: [String], environment: [String: String] = [:]) {
    self.command = command; self.environment = environment
  }

  /// The program built together with the tests.
  public static func latchstring(_ arguments: [String], environment: [String: String] = [:]) -> TestProgram {
    TestProgram([latchstring] + arguments, environment: environment)
  }
  public static var latchstring: String {
    URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().appending(path: "latchstring").path
  }

  /// The same tests in a separate process, for behavior that only two processes can show.
  /// - Parameter test: A filter as for `--filter`.
  public static func tests(_ test: String, environment: [String: String]) throws -> TestProgram {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return TestProgram([program, "--testing-library", "swift-testing", "--filter", test], environment: environment)
  }

  /// A program's exit status and output.
  public struct Outcome: Sendable {
    /// The status as a shell reports it: for a program ended by a signal, 128 plus the signal's number.
    public let status: Int32
    public let output: String
    public let errors: String
  }

  /// Runs the program to its end.
  /// - Parameter input: The text for it to read, provided in a file, so that a program that ends without reading it
  ///   does not close a pipe on this process.
  public func run(input: String = "") async throws -> Outcome {
    let file = try Self.unnamedFile(with: input)
    let result = try await Subprocess.run(
      configuration, input: .fileDescriptor(.init(rawValue: file), closeAfterSpawningProcess: true),
      output: .bytes(limit: Self.mostOutput),
      error: .bytes(limit: Self.mostOutput))
    return Outcome(
      status: result.terminationStatus.asInShell, output: String(decoding: result.standardOutput, as: UTF8.self),
      errors: String(decoding: result.standardError, as: UTF8.self))
  }
  private static let mostOutput = 64 << 20

  var configuration: Configuration {
    Configuration(
      executable: .path(.init(command[0])), arguments: Arguments(Array(command.dropFirst())),
      environment: .inherit.updating(
        Dictionary(
          uniqueKeysWithValues: environment.compactMap { name, value in
            Environment.Key(rawValue: name).map { ($0, value) }
          })))
  }

  private static func unnamedFile(with text: String) throws -> Int32 {
    let path = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try Data(text.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let descriptor = open(path.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
    return descriptor
  }
}

extension TerminationStatus {
  var asInShell: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }
}
