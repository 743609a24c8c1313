import ArgumentParser
import Foundation
import TerminalSurface

struct MetadataUpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Fetch metadata, verify them, and keep them in the data folder.",
    discussion: "This goes to the network, to the one address that --from names. Metadata older than those that are kept are refused.")

  @OptionGroup var flags: MetadataFlags
  @Option(help: "An https address or a file.") var from = MetadataSource.published

  func run() async throws {
    try await reportingProblems {
      let desk = try await flags.desk(), now = Date()
      let blob = try desk.take(try await MetadataSource.read(from), from: from, at: now)
      say(blob.sentence(at: now))
      say("Kept in \(desk.settings.kept).")
    }
  }
}
