import ArgumentParser
import Configuration
import Foundation
import Model
import RelyingParty

/// What the FIDO Metadata Service says about models of authenticators: fetched, and shown.
struct MetadataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metadata",
    abstract: "Fetch and show what the FIDO Alliance publishes about models of authenticators. docs/METADATA.md describes it.",
    subcommands: [MetadataUpdateCommand.self, MetadataStatusCommand.self, MetadataShowCommand.self])
}

/// What all of them need: the place, and whom to believe.
struct MetadataFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Option(help: "A file with the root certificate, PEM or DER (also LATCHSTRING_METADATA_ROOT).") var root: String?
  @Option(help: "The name that the signing certificate has to bear (also LATCHSTRING_METADATA_SIGNER).") var signer: String?

  func desk() async throws -> MetadataDesk {
    var values = place.values
    for case (let name, let value?) in [("root", root), ("signer", signer)] {
      values[AbsoluteConfigKey(["metadata", name])] = ConfigValue(.string(value), isSecret: false)
    }
    let read = try await StrictSettings(flags: values, environment: ProcessInfo.processInfo.environment, file: place.config)
    return MetadataDesk(settings: try MetadataSettings(read))
  }

  /// The metadata in use, and where they are.
  func loaded(at now: Date) async throws -> (blob: MetadataBLOB, desk: MetadataDesk) {
    let desk = try await desk()
    guard let blob = try desk.load(at: now) else { throw ConfigurationProblem("There are no metadata. latchstring metadata update fetches them.") }
    return (blob, desk)
  }
}

extension MetadataBLOB {
  /// The number, the size, and when the next one is due.
  func sentence(at now: Date) -> String {
    var text = "Metadata number \(number), \(entries.count) \(entries.count == 1 ? "model" : "models"), next update on \(nextUpdate.day)."
    if isStale(at: now.unixTime) { text += " That day has passed: a newer BLOB should be there." }
    if skippedEntryCount > 0 { text += " Passed over, because they name no model: \(skippedEntryCount)." }
    return text
  }
}
