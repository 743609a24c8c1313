import Foundation

/// The program that was built with the tests.
enum Program {
  static var file: URL {
    URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().appending(path: "latchstring")
  }
  static func run(_ arguments: String..., input: String = "") throws -> (status: Int32, output: String, errors: String) {
    try run(arguments, input: input)
  }
  /// On a thread of its own, so that a server in this process can answer while it waits.
  static func runAside(_ arguments: [String]) async throws -> (status: Int32, output: String, errors: String) {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try run(arguments) }) }
    }
  }
  static func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String, errors: String) {
    let process = Process(), output = Pipe(), errors = Pipe(), stdin = Pipe()
    process.executableURL = file
    process.arguments = arguments
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, stdin)
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data(), complained = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self), String(decoding: complained, as: UTF8.self))
  }
}
