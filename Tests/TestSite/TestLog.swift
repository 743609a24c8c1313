import Logging
import Synchronization

/// Collects everything logged, so that a test can look for what must not be there.
public final class TestLog: LogHandler {
  private let kept = Mutex<[String]>([])
  public let logLevelBox = Mutex(Logger.Level.debug)
  public init() {}
  public var lines: [String] { kept.withLock { $0 } }

  public var logLevel: Logger.Level {
    get { logLevelBox.withLock { $0 } }
    set { logLevelBox.withLock { $0 = newValue } }
  }
  public var metadata: Logger.Metadata {
    get { [:] }
    set { kept.withLock { $0.append("\(newValue)") } }
  }
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set { kept.withLock { $0.append("\(key)=\(newValue.map { "\($0)" } ?? "")") } }
  }
  public func log(event: LogEvent) {
    kept.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
  }
}
