/// A line of the browser's console.
public struct ConsoleEntry: Sendable, Hashable, CustomStringConvertible {
  /// `SEVERE`, `WARNING`, `INFO` or `DEBUG`.
  public var level: String
  /// `console-api`, `javascript`, `network`, `security`, `violation`, …
  public var source: String
  public var message: String

  init(_ json: JSON) {
    level = json["level"].string ?? ""
    source = json["source"].string ?? ""
    message = json["message"].string ?? ""
  }

  public var isError: Bool { level == "SEVERE" }
  public var description: String { "\(level) \(source): \(message)" }
}
