import ArgumentParser
import Foundation
import Model
import RelyingParty
import TerminalSurface

struct MetadataShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Say what is known about one model.")

  @OptionGroup var flags: MetadataFlags
  @Argument(help: "The model, like 01020304-0506-0708-0102-030405060708.") var aaguid: String

  func run() async throws {
    try await reportingProblems {
      guard let model = AAGUID(aaguid) else { throw ConfigurationProblem("“\(aaguid)” is no AAGUID: it has 32 hexadecimal digits.") }
      let now = Date(), (blob, _) = try await flags.loaded(at: now)
      guard let entry = blob[model] else { throw ConfigurationProblem("The metadata know no model \(model).") }
      for line in Self.lines(entry, at: now.unixTime) { say(line, indent: 2) }
    }
  }

  private static func lines(_ entry: MetadataEntry, at now: UnixTime) -> [String] {
    let verdict = MetadataStatusPolicy().judge(entry, isVouched: true, at: now)
    var lines = [printable(verdict.name ?? "without a name")]
    func say(_ name: String, _ values: [String]) { if !values.isEmpty { lines.append("\(name): \(printable(values.joined(separator: ", ")))") } }
    say("Judged", [verdict.isAccepted ? "accepted" : "refused"])
    say("Certification", [verdict.level?.rawValue ?? "none"])
    say("Reported", entry.reports(at: now).map { $0.status.rawValue + ($0.effectiveDate.map { " (\($0.day))" } ?? "") })
    guard let statement = entry.statement else { return lines }
    say("Protocol", [statement.protocolFamily].compactMap { $0 } + statement.versions)
    say("Firmware from", [statement.authenticatorVersion].compactMap { $0.map { "\($0)" } })
    say("Attestation", statement.attestationTypes)
    say("Roots", ["\(statement.attestationRootCertificates.count)"])
    say("User verification", statement.userVerificationDetails.map { $0.joined(separator: " and ") })
    say("Keys kept in", statement.keyProtection)
    say("User verified in", statement.matcherProtection)
    say("Strength", [statement.cryptoStrength].compactMap { $0.map { "\($0) bits" } })
    return lines
  }

  /// Without characters that a terminal would obey.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
