import Foundation
import Logging
import Model
import NIOCore
import Sentences
import Synchronization

/// Holds back an HTTP server's log until all of its addresses are open. If an address cannot be opened, the command
/// says why in one sentence, and log lines about the servers that were stopped as a result would only obscure that
/// sentence.
public final class HeldLog: Sendable {
  private let held = Mutex<[@Sendable () -> Void]?>([])

  public init() {}

  /// Returns a logger like the given one. A logger that records everything is not held back.
  public func logger(like logger: Logger) -> Logger {
    guard logger.logLevel > .debug else { return logger }
    var holding = Logger(label: logger.label) { HeldLogHandler(label: $0, self) }
    holding.logLevel = logger.logLevel
    return holding
  }

  /// Writes the lines held so far, and holds back nothing from now on.
  public func open() {
    let lines = held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for line in lines { line() }
  }

  fileprivate func write(_ line: @escaping @Sendable () -> Void) {
    let isHeld = held.withLock { held in
      held?.append(line)
      return held != nil
    }
    if !isHeld { line() }
  }
}

private struct HeldLogHandler: LogHandler {
  private var handler: StreamLogHandler
  private let log: HeldLog
  init(label: String, _ log: HeldLog) {
    handler = StreamLogHandler(label: label, stream: BufferedLines.standardError)
    self.log = log
  }

  var logLevel: Logger.Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }
  var metadata: Logger.Metadata {
    get { handler.metadata }
    set { handler.metadata = newValue }
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { handler[metadataKey: key] }
    set { handler[metadataKey: key] = newValue }
  }
  func log(event: LogEvent) {
    log.write { [handler] in
      handler.log(event: event)
      // The program may be about to end in a way that it cannot notice.
      if event.level >= .warning { BufferedLines.standardError.flush() }
    }
  }
}

/// Runs a closure once, when the last of several addresses is open.
public final class Countdown: Sendable {
  private let left: Mutex<Int>
  private let last: @Sendable () -> Void

  public init(_ count: Int, _ last: @escaping @Sendable () -> Void) { left = Mutex(count); self.last = last }

  public func count() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    guard isLast else { return }
    last()
    fflush(nil)
  }
}

/// Runs a server. If its port cannot be opened, the error names the port, which the system's own error does not.
///
/// - Parameter sentence: The sentence to use instead of the ordinary one where another program has the port.
public func naming(port: Int, _ sentence: Sentence? = nil, _ work: () async throws -> Void) async throws {
  do { try await work() } catch let error as IOError where error.errnoCode == EADDRINUSE {
    let ordinary: Sentence = """
      Port \(port) is taken by another program, perhaps by Latchstring, which is open there already. Choose another \
      port with --port.
      """
    throw ConfigurationProblem(sentence ?? ordinary, code: "port")
  } catch let error as IOError where error.errnoCode == EACCES {
    throw ConfigurationProblem("You may not open port \(port): those below 1024 are root's.", code: "port")
  }
}
