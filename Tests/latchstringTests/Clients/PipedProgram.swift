import Foundation
import TestProgram

/// A program that reads and prints lines.
final class PipedProgram {
  private let program: RunningProgram
  private let input: FileHandle, output: FileHandle
  private let reader: TextReader

  init(_ program: TestProgram) async throws {
    let toProgram = Pipe(), fromProgram = Pipe()
    (input, output) = (toProgram.fileHandleForWriting, fromProgram.fileHandleForReading)
    let ends = (toProgram.fileHandleForReading, fromProgram.fileHandleForWriting)
    self.program = try await RunningProgram(
      program, input: ends.0.fileDescriptor, output: ends.1.fileDescriptor, errors: ends.1.fileDescriptor)
    // Only the program holds these ends: when it ends, reading here ends too.
    try ends.0.close()
    try ends.1.close()
    reader = TextReader(output.fileDescriptor)
  }

  /// The next line that it prints.
  func line() async throws -> String { String(try await reader.wait(for: "\n").dropLast()) }
  func say(_ line: String) { try? input.write(contentsOf: Data((line + "\n").utf8)) }
  func ended() async throws -> Int32 {
    await reader.waitForEnd()
    return try await program.ended()
  }
}
