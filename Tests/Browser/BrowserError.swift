/// A failure between a test and the browser. Two errors are equal if their codes are, so that a test can expect one
/// without repeating its message.
public struct BrowserError: Error, Equatable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// A browser or its driver is not installed.
    case missingProgram
    /// The driver did not start, or its answer made no sense.
    case driver
    /// The W3C WebDriver name of the error: "no such element", "javascript error", "stale element reference", "script
    /// timeout", …
    case webDriver(String)
    /// Something that a test was waiting for did not happen.
    case timeout
    /// The console has an error that the test does not expect.
    case console
    /// This browser cannot do it, or not by itself in a test.
    case unsupported
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public static func == (left: BrowserError, right: BrowserError) -> Bool { left.code == right.code }
}
