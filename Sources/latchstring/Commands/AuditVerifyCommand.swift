import ArgumentParser
import AuditLog
import Foundation
import Model
import Sentences
import TerminalSurface

struct AuditVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the audit log.",
    discussion: """
      The exit status is 0 for an unbroken log, 1 for a broken one, 2 where there is nothing that can be read.
      """)

  @OptionGroup var place: PlaceFlags
  @Option(help: "An exported log instead of the database; - reads standard input. Several are one log, in this order.")
  var export: [String] = []
  @Option(help: "A file that audit trim wrote, once for each: the log is followed from its first entry on.")
  var trimmed: [String] = []
  @Option(help: "A head that was noted before, as POSITION:HEX: the log must still contain it.") var head: String?
  @Option(help: "A file with a checkpoint that was kept: the log must still contain it. Needs --key.")
  var checkpoint: String?
  @Option(
    help: "The public key of the checkpoints, as audit key prints it; else that of audit.key, or in the database.")
  var key: String?
  @Flag(help: "Say the result as a JSON object.") var json = false

  func validate() throws {
    guard checkpoint == nil || key != nil else {
      throw ValidationError("--checkpoint and --key belong together.")
    }
    guard export.isEmpty || trimmed.isEmpty else {
      throw ValidationError("--export checks files without the database, and --trimmed with it.")
    }
  }

  func run() async throws {
    try await reportingProblems(status: 2) {
      let judged: AuditReading.Judged, waiting: Int?
      do { (judged, waiting) = try await self.judged() } catch let misfit as AuditFile.Misfit {
        report(misfit)
        throw ExitCode(1)
      }
      if json {
        print(judged.verdict.json(from: judged.first, waiting: waiting))
      } else {
        tell(judged, waiting: waiting ?? 0)
      }
      if case .failure = judged.verdict { throw ExitCode(1) }
    }
  }

  private func tell(_ judged: AuditReading.Judged, waiting: Int) {
    say(judged.verdict.sentence)
    if case .success = judged.verdict, let first = judged.first {
      say(
        trimmed.isEmpty
          ? "The log begins at entry \(first); what was before was exported."
          : "The entries before \(first) are in what was exported, and the log goes on from there.")
    }
    guard waiting > 0 else { return }
    say(
      waiting == 1 ? "One more waits for its place in the log." : "\(waiting) more wait for their places in the log.")
  }

  private func report(_ misfit: AuditFile.Misfit) {
    if json {
      print(Result<AuditHead, AuditBreak>.failure(misfit.found).json(waiting: nil))
    } else {
      say("\(misfit.file) is not what was taken out of this log. \(misfit.found.sentence)")
    }
  }

  private func judged() async throws -> (AuditReading.Judged, waiting: Int?) {
    let key = try publicKey()
    let remembered = try [head.map(Self.head), keptCheckpoint(key)].compactMap(\.self)
    guard export.isEmpty else {
      var verifier = AuditVerifier(remembered: remembered)
      for name in export {
        try AuditFile(name).eachRow { row in
          if verifier.head == .beginning, verifier.found == nil, row.position > 1 { throw Self.partial(row.position) }
          verifier.take(row)
        }
      }
      return (AuditReading.Judged(verdict: verifier.verdict), nil)
    }
    let files = try trimmed.map { try AuditFile($0) }
    let database = try await place.database()
    let waiting = try await database.read { try $0.waitingAuditEntries() }
    var trusted = key
    if trusted == nil { trusted = try await AuditKey.own(try await place.settings(), in: database) }
    let reading = AuditReading(store: database, remembered: remembered, key: trusted, files: files)
    return (try await reading.judged(), waiting)
  }

  /// What is exported of a log begins where the log does.
  private static func partial(_ position: Int) -> ConfigurationProblem {
    ConfigurationProblem(
      """
      What was exported begins at entry \(position). Name what was taken out of the log before it, from the first entry \
      on: --export FILE, once for each.
      """, code: "partial")
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

  private func publicKey() throws -> CheckpointKey? {
    guard let key else { return nil }
    guard let key = CheckpointKey(text: key) else {
      throw ConfigurationProblem("--key is not a public key as audit key prints it.", code: "unreadable")
    }
    return key
  }

  /// Returns the head in the checkpoint that somebody kept.
  private func keptCheckpoint(_ key: CheckpointKey?) throws -> AuditHead? {
    guard let checkpoint, let key else { return nil }
    if let sentence = FileLook(at: checkpoint).sentence(checkpoint) {
      throw ConfigurationProblem(sentence, code: "unreadable")
    }
    let note = String(decoding: FileManager.default.contents(atPath: checkpoint) ?? Data(), as: UTF8.self)
    guard let head = key.checkpoint(in: note)?.head else {
      throw ConfigurationProblem("\(checkpoint) is no checkpoint that this key signed.", code: "unsigned")
    }
    return head
  }
}
