import ArgumentParser
import Foundation
import Model
import MoreAlgorithms
import RelyingParty

/// Verifies captured ceremonies, to find out why one failed.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Judge captured WebAuthn ceremonies, one JSON object a line. docs/VERIFY.md describes the fields.")

  @Argument(help: "The file; - reads standard input.") var file: String
  @Flag(help: "Tell every step of each ceremony, and what was read.") var steps = false
  @Flag(help: "Print the same as JSON, one object a line.") var json = false

  func run() async throws {
    try await reportingProblems {
      let data = try NamedInput.data(of: file)
      guard !data.isEmpty else {
        throw ConfigurationProblem(
          file == "-"
            ? "Standard input is empty. It should have one JSON object a line."
            : "\(file) is empty. It should have one JSON object a line.",
          code: "unreadable")
      }
      try judge(data)
    }
  }

  private func judge(_ data: Data) throws {
    var base = RelyingParty(id: "", name: "", origins: [])
    base.algorithms = .complete
    var areAllOK = true
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let verdict: CapturedVerdict
      if steps || json {
        let report = RelyingParty.report(captured: Array(line), like: base)
        verdict = report.verdict
        print(json ? String(decoding: report.json(), as: UTF8.self) : report.text())
      } else {
        verdict = RelyingParty.judge(captured: Array(line), like: base)
        print(verdict.line)
      }
      areAllOK = areAllOK && verdict.error == nil
    }
    if !areAllOK { throw ExitCode(2) }
  }
}

/// A command's input: the named file, or standard input for `-`.
enum NamedInput {
  /// - Throws: `ConfigurationProblem` if the input cannot be read.
  static func data(of file: String) throws -> Data {
    if file != "-" { try FileLook.expectReadable(file) }
    let unreadable = ConfigurationProblem("\(file) cannot be read.", code: "unreadable")
    guard let input = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file) else { throw unreadable }
    do { return try input.readToEnd() ?? Data() } catch { throw unreadable }
  }
  /// Returns the input split into lines, without an empty one at the end.
  static func lines(of file: String) throws -> [Data] {
    var lines = try data(of: file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
