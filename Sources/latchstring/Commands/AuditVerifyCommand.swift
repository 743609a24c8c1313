import ArgumentParser
import AuditLog
import Foundation
import Model
import TerminalSurface

struct AuditVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the audit log.",
    discussion: "The exit status is 0 for an unbroken log, 1 for a broken one, 2 where there is nothing that can be read.")

  @OptionGroup var place: PlaceFlags
  @Option(help: "An exported log instead of the database; - reads standard input.") var export: String?
  @Option(help: "A head that was noted before, as POSITION:HEX: the log must still contain it.") var head: String?
  @Flag(help: "Say the result as a JSON object.") var json = false

  func run() async throws {
    try await reportingProblems(status: 2) {
      let verdict = try await verdict()
      if json { print(verdict.json) } else { say(verdict.sentence) }
      if case .failure = verdict { throw ExitCode(1) }
    }
  }

  private func verdict() async throws -> Result<AuditHead, AuditBreak> {
    let remembered = try remembered()
    if let export {
      var verifier = AuditVerifier(remembered: remembered)
      try read(export) { verifier.take($0) }
      return verifier.verdict
    }
    let database = try await place.database()
    // Asked before the rows are read: what is written meanwhile has its entry among them.
    var verifier = AuditVerifier(remembered: remembered, untold: try await database.read { try $0.untold() })
    try await database.eachAuditRow { verifier.take($0) }
    return verifier.verdict
  }

  private func remembered() throws -> AuditHead? {
    guard let head else { return nil }
    guard let remembered = AuditHead(text: head) else {
      throw ConfigurationProblem("--head is “\(head)”; it must be a position, a colon and 64 hexadecimal digits, as audit verify prints them.")
    }
    return remembered
  }

  private func read(_ file: String, _ take: (AuditRow) -> Void) throws {
    if file != "-" { try FileLook.expectReadable(file) }
    let unreadable = ConfigurationProblem("\(file) cannot be read.", code: "unreadable")
    guard let input = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file) else { throw unreadable }
    let data: Data
    do { data = try input.readToEnd() ?? Data() } catch { throw unreadable }
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, line) in lines.enumerated() { take(try entry(Array(line), "Line \(index + 1) of \(file)")) }
  }
  private func entry(_ line: [UInt8], _ place: String) throws -> AuditRow {
    do { return try AuditExport.row(line) } catch { throw ConfigurationProblem("\(place) is no entry: \(error.reason).", code: "unreadable") }
  }
}
