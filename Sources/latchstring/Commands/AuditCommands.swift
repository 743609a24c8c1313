import ArgumentParser
import AuditLog
import Foundation
import Model
import Store
import TerminalSurface
import Sentences

/// Exports and verifies the audit log.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Write the audit log out, or check that nothing in it was changed. docs/AUDIT.md describes it.",
    subcommands: [AuditExportCommand.self, AuditVerifyCommand.self, AuditKeyCommand.self])
}

extension PlaceFlags {
  /// Opens the existing database for reading.
  func database() async throws -> any Store {
    let place = try StorePlace(try await settings())
    if case .file(let path) = place, FileLook(at: path) == .missing, let hint = installedHint {
      throw ConfigurationProblem("There is no database at \(path). \(hint)", code: "noDatabase")
    }
    return try place.openExisting()
  }

  /// Opens the existing file for reading, for commands that take it as a whole.
  func file() async throws -> SQLiteStore {
    guard case .file = try StorePlace(try await settings()), let file = try await database() as? SQLiteStore else {
      throw ConfigurationProblem(
        "These accounts are in PostgreSQL. Copy them with its own tools, such as pg_dump: docs/HOSTING.md says how.",
        code: "noFile")
    }
    return file
  }
}

struct AuditExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the whole audit log, one JSON object a line.")

  @OptionGroup var place: PlaceFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      try await place.database().eachAuditRow { row in
        let line = Data((try Self.line(row) + "\n").utf8)
        do { try FileHandle.standardOutput.write(contentsOf: line) } catch {
          throw ConfigurationProblem("The export stops: it cannot be written (\(error.localizedDescription)).")
        }
      }
    }
  }

  private static func line(_ row: AuditRow) throws -> String {
    do { return try AuditExport.line(of: row) } catch {
      throw ConfigurationProblem("The export stops: \(error.reason).")
    }
  }
}

struct AuditVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the audit log.",
    discussion: """
      The exit status is 0 for an unbroken log, 1 for a broken one, 2 where there is nothing that can be read.
      """)

  @OptionGroup var place: PlaceFlags
  @Option(help: "An exported log instead of the database; - reads standard input.") var export: String?
  @Option(help: "A head that was noted before, as POSITION:HEX: the log must still contain it.") var head: String?
  @Option(help: "A file with a checkpoint that was kept: the log must still contain it. Needs --key.")
  var checkpoint: String?
  @Option(help: "The public key of the checkpoint, as audit key prints it.") var key: String?
  @Flag(help: "Say the result as a JSON object.") var json = false

  func validate() throws {
    guard (checkpoint == nil) == (key == nil) else {
      throw ValidationError("--checkpoint and --key belong together.")
    }
  }

  func run() async throws {
    try await reportingProblems(status: 2) {
      let (verdict, waiting) = try await verdict()
      if json { print(verdict.json(waiting: waiting)) } else { say(verdict.sentence) }
      if !json, let waiting, waiting > 0 {
        say(
          waiting == 1
            ? "One more waits for its place in the log." : "\(waiting) more wait for their places in the log.")
      }
      if case .failure = verdict { throw ExitCode(1) }
    }
  }

  private func verdict() async throws -> (Result<AuditHead, AuditBreak>, waiting: Int?) {
    let remembered = try [head.map(Self.head), keptCheckpoint()].compactMap(\.self)
    if let export {
      var verifier = AuditVerifier(remembered: remembered)
      for (index, line) in try NamedInput.lines(of: export).enumerated() {
        verifier.take(try Self.entry(Array(line), "Line \(index + 1) of \(export)"))
      }
      return (verifier.verdict, nil)
    }
    let database = try await place.database()
    let waiting = try await database.read { try $0.waitingAuditEntries() }
    var verifier = try await AuditVerifier(of: database, remembered: remembered)
    try await database.eachAuditRow { verifier.take($0) }
    return (verifier.verdict, waiting)
  }

  private static func head(_ text: String) throws -> AuditHead {
    guard let head = AuditHead(text: text) else {
      throw ConfigurationProblem(
        """
        --head is “\(text)”; it must be a position, a colon and 64 hexadecimal digits, as audit verify prints them.
        """)
    }
    return head
  }

  /// Returns the head in the checkpoint that somebody kept.
  private func keptCheckpoint() throws -> AuditHead? {
    guard let checkpoint, let key else { return nil }
    guard let key = CheckpointKey(text: key) else {
      throw ConfigurationProblem("--key is not a public key as audit key prints it.", code: "unreadable")
    }
    if let sentence = FileLook(at: checkpoint).sentence(checkpoint) {
      throw ConfigurationProblem(sentence, code: "unreadable")
    }
    let note = String(decoding: FileManager.default.contents(atPath: checkpoint) ?? Data(), as: UTF8.self)
    guard let head = key.checkpoint(in: note)?.head else {
      throw ConfigurationProblem("\(checkpoint) is no checkpoint that this key signed.", code: "unsigned")
    }
    return head
  }

  private static func entry(_ line: [UInt8], _ place: String) throws -> AuditRow {
    do { return try AuditExport.row(line) } catch {
      throw ConfigurationProblem("\(place) is no entry: \(error.reason).", code: "unreadable")
    }
  }
}
