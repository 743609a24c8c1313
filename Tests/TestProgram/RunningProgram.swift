import Foundation
import Subprocess

/// A running program. It is killed once the last reference to it is released.
public final class RunningProgram: Sendable {
  /// The program's process id, which is not reused before `ended` has been awaited.
  public let processIdentifier: Int32
  private let work: Task<Int32, any Error>
  private let letGo: AsyncStream<Never>.Continuation

  /// - Parameters:
  ///   - input: The descriptor for the program's input, or `nil` for no input. This process keeps its own copy of each
  ///     descriptor.
  ///   - output: The descriptor for its output, or `nil` to discard it.
  ///   - errors: The descriptor for its errors, or `nil` to discard them.
  public init(_ program: TestProgram, input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) async throws {
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nowhere) }
    let (begun, begin) = AsyncStream<Int32>.makeStream(), (held, letGo) = AsyncStream<Never>.makeStream()
    work = Task {
      defer { begin.finish() }
      let result = try await Subprocess.run(
        program.configuration,
        input: .fileDescriptor(.init(rawValue: input ?? nowhere), closeAfterSpawningProcess: false),
        output: .fileDescriptor(.init(rawValue: output ?? nowhere), closeAfterSpawningProcess: false),
        error: .fileDescriptor(.init(rawValue: errors ?? nowhere), closeAfterSpawningProcess: false)
      ) { execution in
        begin.yield(execution.processIdentifier.value)
        for await _ in held {}  // until then its number is nobody else's, even after its end
      }
      return result.terminationStatus.asInShell
    }
    self.letGo = letGo
    var first = begun.makeAsyncIterator()
    guard let number = await first.next() else {
      _ = try await work.value
      throw CocoaError(.executableLoad)
    }
    processIdentifier = number
  }
  deinit { work.cancel() }

  /// Sends a signal. Must not be used after `ended`.
  public func send(_ signal: Int32) { kill(processIdentifier, signal) }

  /// Waits for the program to end, and returns its status as a shell reports it.
  public func ended() async throws -> Int32 {
    letGo.finish()
    return try await work.value
  }
}
