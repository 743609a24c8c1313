import Logging
import Synchronization

/// Holds back what an HTTP server logs until all of its addresses are open. Where they cannot be opened, the command says why in one sentence,
/// and lines about servers that were ended because of it would only hide that.
final class HeldLog: Sendable {
  private let held = Mutex<[@Sendable () -> Void]?>([])

  /// Who asked for everything gets it at once.
  func logger(like logger: Logger) -> Logger {
    guard logger.logLevel > .debug else { return logger }
    var holding = Logger(label: logger.label) { HeldLogHandler(StreamLogHandler.standardError(label: $0), self) }
    holding.logLevel = logger.logLevel
    return holding
  }

  /// From now on nothing is held, and what was is written.
  func open() {
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
  init(_ handler: StreamLogHandler, _ log: HeldLog) { self.handler = handler; self.log = log }

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
  func log(event: LogEvent) { log.write { [handler] in handler.log(event: event) } }
}
