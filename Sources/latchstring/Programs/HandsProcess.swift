import Foundation
import ProviderOperation
import Subprocess
import Synchronization

/// The hands of `home`, in a separate process, which keeps its memory and a card reader's faults out of the web
/// server's.
///
/// The child reads from a pipe that this process holds, and ends when the pipe closes, even if this process is killed.
final class HandsProcess: Sendable {
  private let arguments: [String]
  private let work = Mutex<Task<Void, Never>?>(nil)
  private let (held, letGo) = AsyncStream<Never>.makeStream()

  /// - Parameter config: The settings file, if a flag names one. The child inherits all other sources of settings.
  init(_ settings: Settings, config: String?) { arguments = Self.arguments(settings, config: config) }

  static func arguments(_ settings: Settings, config: String?) -> [String] {
    ["hands", "--home", settings.origins[0], "--port", "\(settings.handsPort)", "--data", settings.data]
      + (config.map { ["--config", $0] } ?? [])
      + PracticeProviders.urls(from: settings.practicePort).flatMap { ["--practice-provider", $0] }
  }

  /// Starts the process. If it cannot be started, or ends immediately, pages report that there are no hands.
  func begin() {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path, arguments = arguments, held = held
    let task = Task {
      _ = try? await Subprocess.run(
        .path(.init(program)), arguments: Arguments(arguments), input: .inputWriter, output: .currentStandardOutput,
        error: .currentStandardError
      ) { child in
        for await _ in held {}
        try? await child.standardInputWriter.finish()
        await child.teardown(using: [.gracefulShutDown(allowedDurationToNextStep: .seconds(5))])
      }
    }
    work.withLock { $0 = task }
  }

  /// Ends the process, and returns when it has exited.
  func end() async {
    letGo.finish()
    await work.withLock { $0 }?.value
  }
}
