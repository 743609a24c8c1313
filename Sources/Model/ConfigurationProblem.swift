/// Why a command cannot begin or go on, such as a setting that is there and cannot be used: the one sentence with which it
/// ends.
public struct ConfigurationProblem: Error, CustomStringConvertible {
  public var description: String
  /// For programs.
  public var code: String
  public init(_ sentence: String, code: String = "setting") { description = sentence; self.code = code }
}
