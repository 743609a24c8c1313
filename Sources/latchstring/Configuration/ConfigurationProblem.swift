/// A setting that is there and cannot be used: the one sentence with which the start ends.
struct ConfigurationProblem: Error, CustomStringConvertible {
  var description: String
  init(_ sentence: String) { description = sentence }
}
