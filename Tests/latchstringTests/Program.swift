import TestProgram

/// Runs the program built with the tests to its end.
enum Program {
  static func run(_ arguments: String..., input: String = "") async throws -> TestProgram.Outcome {
    try await run(arguments, input: input)
  }
  static func run(_ arguments: [String], input: String = "") async throws -> TestProgram.Outcome {
    try await TestProgram.latchstring(arguments).run(input: input)
  }
  /// Runs a line of shell, for descriptors beyond the first three. In it, `latchstring` is the program.
  static func shell(_ line: String, environment: [String: String] = [:], input: String = "") async throws
    -> TestProgram.Outcome
  {
    try await TestProgram(
      ["/bin/sh", "-c", "latchstring() { '\(TestProgram.latchstring)' \"$@\"; }\n" + line], environment: environment
    ).run(
      input: input)
  }
}
