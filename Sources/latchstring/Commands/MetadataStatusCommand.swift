import ArgumentParser
import Foundation
import RelyingParty
import TerminalSurface

struct MetadataStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Say which metadata are kept, and how many models they refuse.")

  @OptionGroup var flags: MetadataFlags

  func run() async throws {
    try await reportingProblems {
      let now = Date(), (blob, desk) = try await flags.loaded(at: now)
      let verdicts = blob.entries.map { MetadataStatusPolicy().judge($0, isVouched: true, at: now.unixTime) }
      say(blob.sentence(at: now))
      say("From \(desk.settings.file ?? desk.settings.kept).")
      if desk.settings.file == nil, let kept = try desk.kept() {
        let isStale = blob.isStale(at: now.unixTime)
        // Whoever has nothing newer to give is asked once a day, not each hour.
        let next = kept.isDue(at: now.unixTime) ? "a newer one is due" : isStale ? "nothing newer was there then" : "a newer one is not due"
        say("Fetched on \(kept.fetchedAt.day); \(next).")
      }
      say("Refused, because revoked or compromised: \(verdicts.count { !$0.isAccepted }).")
    }
  }
}
