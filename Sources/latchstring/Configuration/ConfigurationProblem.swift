/// A setting that is there and cannot be used: the one sentence with which the start ends.
struct ConfigurationProblem: Error, CustomStringConvertible {
  var description: String
  /// For programs.
  var code: String
  init(_ sentence: String, code: String = "setting") { description = sentence; self.code = code }
}
