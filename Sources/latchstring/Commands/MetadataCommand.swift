import ArgumentParser
import Configuration
import Foundation
import MetadataUpdates
import Model
import RelyingParty
import TerminalSurface

/// Fetches and shows the FIDO Metadata Service's information about authenticator models.
struct MetadataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metadata",
    abstract: """
      Fetch and show what the FIDO Alliance publishes about models of authenticators. docs/METADATA.md describes it.
      """,
    subcommands: [MetadataUpdateCommand.self, MetadataStatusCommand.self, MetadataShowCommand.self])
}

/// The flags of all metadata commands: the place, the trusted root certificate and the trusted signer.
struct MetadataFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Option(help: "A file with the root certificate, PEM or DER (also LATCHSTRING_METADATA_ROOT).") var root: String?
  @Option(help: "The name that the signing certificate has to bear (also LATCHSTRING_METADATA_SIGNER).")
  var signer: String?

  func library() async throws -> MetadataLibrary {
    let read = try await place.settings([
      "metadata.root": root.map(ConfigContent.string), "metadata.signer": signer.map(ConfigContent.string),
    ])
    return MetadataLibrary(settings: try MetadataSettings(read))
  }

  /// Returns the metadata in use, and the library that provided them.
  func loaded(at now: Date) async throws -> (blob: MetadataBLOB, library: MetadataLibrary) {
    let library = try await library()
    guard let blob = try library.load(at: now) else {
      if let hint = place.installedHint { throw ConfigurationProblem("There are no metadata here. \(hint)") }
      throw ConfigurationProblem("There are no metadata. latchstring metadata update fetches them.")
    }
    return (blob, library)
  }
}

struct MetadataUpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Fetch metadata, verify them, and keep them in the data folder.",
    discussion: """
      This goes to the network, to the one address that --from names. Metadata older than those that are kept are \
      refused.
      """)

  @OptionGroup var flags: MetadataFlags
  @Option(help: "An https address or a file.") var from = MetadataSource.published

  func run() async throws {
    try await reportingProblems {
      let library = try await flags.library(), now = Date()
      let blob = try library.take(try await MetadataSource.read(from), from: from, at: now)
      say(blob.sentence(at: now))
      say("Kept in \(library.settings.kept).")
    }
  }
}

struct MetadataStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say which metadata are kept, and how many models they refuse.")

  @OptionGroup var flags: MetadataFlags

  func run() async throws {
    try await reportingProblems {
      let now = Date(), (blob, library) = try await flags.loaded(at: now)
      for line in try library.status(of: blob, at: now) { say(line) }
    }
  }
}

struct MetadataShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Say what is known about one model.")

  @OptionGroup var flags: MetadataFlags
  @Argument(help: "The model, like 01020304-0506-0708-0102-030405060708.") var aaguid: String

  func run() async throws {
    try await reportingProblems {
      guard let model = AAGUID(aaguid) else {
        throw ConfigurationProblem("“\(aaguid)” is no AAGUID: it has 32 hexadecimal digits.")
      }
      let now = Date(), (blob, _) = try await flags.loaded(at: now)
      guard let entry = blob[model] else {
        throw ConfigurationProblem("The metadata know no model \(model.description).")
      }
      for line in entry.lines(at: now) { say(line, indent: 2) }
    }
  }
}
