import ArgumentParser
import Foundation
import PasskeyHands
import TerminalSurface

struct KeysDoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "What this computer has for passkeys, and what it lacks.",
    discussion: "It changes nothing. The exit status is 1 where something stands in the way.")

  @OptionGroup var flags: KeysFlags

  func run() async throws {
    var isReady = false
    try await reportingProblems {
      let doctor = try await Doctor(try await flags.settings(), environment: ProcessInfo.processInfo.environment)
      isReady = doctor.isReady
      if flags.json { return try printObject(doctor) }
      for finding in doctor.findings {
        let mark = finding.isFine.map { $0 ? "ok" : "no" } ?? "--"
        say("\(mark)  \(finding.topic): \(finding.sentence)", indent: 4)
      }
    }
    if !isReady { throw ExitCode(1) }
  }
}
