import Foundation
import ProviderOperation
import Subprocess
import Synchronization
import SystemPackage

/// The hands of `home`, in a separate process, which keeps its memory and a card reader's faults out of the web
/// server's.
///
/// The child reads from a pipe that this process holds, and ends when the pipe closes, even if this process is killed.
/// Each line in the pipe is a request for a new address that pairs a browser.
final class HandsProcess: Sendable {
  private let arguments: [String]
  private let work = Mutex<Task<Void, Never>?>(nil)
  private let (lines, line) = AsyncStream<Void>.makeStream()
  private let isOver = Atomic(false)

  /// - Parameters:
  ///   - config: The settings file, if a flag names one. The child inherits all other sources of settings.
  ///   - browser: The browser that the child opens; `nil` if it opens none.
  ///   - isDemo: `true` if nothing real is reached, neither a reader nor this computer's own passkeys.
  init(_ settings: Settings, config: String?, browser: OwnBrowser? = nil, isDemo: Bool = false) {
    arguments = Self.arguments(settings, config: config, browser: browser) + (isDemo ? ["--demo"] : [])
  }

  /// `true` once the process has ended or could not be started, so that whatever has its port is not the hands.
  var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  static func arguments(_ settings: Settings, config: String?, browser: OwnBrowser? = nil) -> [String] {
    ["hands", "--home", settings.origins[0], "--port", "\(settings.handsPort)", "--data", settings.data]
      + (config.map { ["--config", $0] } ?? []) + (browser.map { ["--browser-mask", "\($0.mask)"] } ?? [])
      + PracticeProviders.urls(from: settings.practicePort).flatMap { ["--practice-provider", $0] }
  }

  /// Starts the process. If it cannot be started, or ends immediately, pages report that there are no hands.
  func begin() {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path, arguments = arguments, lines = lines
    guard let (reading, writing) = try? FileDescriptor.pipe() else { return isOver.store(true, ordering: .releasing) }
    // Otherwise the child would hold its own pipe open.
    _ = fcntl(writing.rawValue, F_SETFD, FD_CLOEXEC)
    let pen = Task {
      for await _ in lines { _ = try? writing.writeAll("\n".utf8) }
      try? writing.close()
    }
    let task = Task {
      defer {
        isOver.store(true, ordering: .releasing)
        pen.cancel()
      }
      _ = try? await Subprocess.run(
        .path(.init(program)), arguments: Arguments(arguments),
        input: .fileDescriptor(reading, closeAfterSpawningProcess: true), output: .currentStandardOutput,
        error: .currentStandardError)
    }
    work.withLock { $0 = task }
  }

  /// Lets the process show a new address.
  func renewAddress() { line.yield() }

  /// Ends the process, and returns when it has exited. A process that does not end by itself is killed.
  func end() async {
    line.finish()
    guard let task = work.withLock({ $0 }) else { return }
    let limit = Task {
      try await Task.sleep(for: .seconds(5))
      task.cancel()
    }
    await task.value
    limit.cancel()
  }
}
