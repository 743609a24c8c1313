import ArgumentParser
import Foundation

/// The hosted web app and relying party.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve many people, behind a proxy that speaks TLS. docs/CONFIGURATION.md says what to set.")

  @OptionGroup var flags: SharedFlags

  func run() async throws {
    try await reportingProblems {
      let settings = try Settings.serve(
        try await StrictSettings(flags: flags.values, environment: ProcessInfo.processInfo.environment, file: flags.place.config))
      let program = try await ServerProgram(settings)
      try await program.run(on: [settings.host], saying: "Latchstring serves \(settings.rpID) on \(settings.host):\(settings.port).")
    }
  }
}
