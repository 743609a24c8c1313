import ArgumentParser
import Foundation
import Model
import Sentences
import TerminalSurface

/// Takes old entries out of the audit log, and leaves them in a file.
struct AuditTrimCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim", abstract: "Write the audit log's old entries to a file, and take them out of the database.",
    discussion: """
      The site may be running meanwhile. The log is cut at a checkpoint, and begins there from then on. Keep the file: \
      with it, audit verify --trimmed follows the log from its first entry.
      """)

  @OptionGroup var place: PlaceFlags
  @Option(help: "The file, which is not there yet.") var export: String
  @Option(help: "The day, as 2026-01-31, before which entries are taken out; by default, audit.keep.days ago.")
  var before: String?

  func run() async throws {
    try await reportingProblems(status: 2) {
      let settings = try await place.settings(), cutoff = try Self.cutoff(before, settings, now: Date())
      let reading = try await place.database()
      guard let rpID = try await reading.read({ try $0.installationValue("rp_id") }) else {
        throw ConfigurationProblem("This site was never started, and its log is empty.", code: "noKey")
      }
      let key = try AuditKey(settings, of: String(decoding: rpID, as: UTF8.self))
      let signer = try await key.existing(in: reading), store = try StorePlace(settings).open()
      let done = try await AuditTrim(store: store, signer: signer, cutoff: cutoff).run(exportingTo: export)
      guard let done else {
        return say("No checkpoint is older than \(PeopleOffice.day(cutoff)). Nothing was written or taken out.")
      }
      say(
        done.entries == 1
          ? "One entry is in \(export), and no longer in the database. The log begins at entry \(done.first)."
          : """
          \(done.entries) entries are in \(export), and no longer in the database. The log begins at entry \(done.first).
          """)
    }
  }

  /// Returns the time before which entries are taken out.
  static func cutoff(_ day: String?, _ settings: StrictSettings, now: Date) throws -> Date {
    let latest = now - Double(AuditTrim.days.lowerBound) * 86_400
    guard let day else {
      guard let days = try AuditTrim.days(settings) else {
        throw ConfigurationProblem("Say which entries are old: --before DAY, or audit.keep.days in the settings.")
      }
      return now - Double(days) * 86_400
    }
    let form = Date.ISO8601FormatStyle().year().month().day()
    guard let date = try? form.parse(day), PeopleOffice.day(date) == day else {
      throw ConfigurationProblem("--before is “\(day)”; it must be a day like 2026-01-31.")
    }
    guard date <= latest else {
      throw ConfigurationProblem(
        "--before is \(day); entries stay for \(AuditTrim.days.lowerBound) days at least.")
    }
    return date
  }
}
