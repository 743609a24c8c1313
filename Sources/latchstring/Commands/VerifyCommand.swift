import ArgumentParser
import Foundation
import Model
import MoreAlgorithms
import RelyingParty

/// Judges captured ceremonies: a tool for finding out why one failed.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Judge captured WebAuthn ceremonies, one JSON object a line. docs/VERIFY.md describes the fields.")

  @Argument(help: "The file; - reads standard input.") var file: String
  @Flag(help: "Tell every step of each ceremony, and what was read.") var steps = false
  @Flag(help: "Print the same as JSON, one object a line.") var json = false

  func run() async throws { try await reportingProblems { try judge(try rows()) } }

  private func rows() throws -> Data {
    if file != "-" { try FileLook.expectReadable(file) }
    let input = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file), data: Data?
    do { data = try input?.readToEnd() } catch { throw ConfigurationProblem("\(file) cannot be read.", code: "unreadable") }
    guard let data, !data.isEmpty else {
      throw ConfigurationProblem("\(file == "-" ? "Standard input" : file) is empty. It should have one JSON object a line.", code: "unreadable")
    }
    return data
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
