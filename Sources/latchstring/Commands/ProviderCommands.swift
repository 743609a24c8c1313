import ArgumentParser
import Configuration
import Encoding
import EscrowProvider
import Foundation
import HandsTools
import Model
import ProviderOperation
import TerminalSurface

/// One escrow provider, which a friend can host.
struct ProviderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provider",
    abstract: "Keep sealed shares for friends, so that they get back in when they lose everything.",
    discussion: """
      It speaks the protocol of GNU Anastasis at the root of its host; put a proxy that speaks TLS before it. \
      docs/PROVIDER.md tells a friend how, docs/CONFIGURATION.md what else can be set. Passwords and tokens are read \
      from the environment or from files, never from flags.
      """, subcommands: [ProviderReviewCommand.self])

  @Option(help: "Who runs it, as people read it (also LATCHSTRING_PROVIDER_NAME).") var name: String?
  @Option(help: "Where people reach it, like https://escrow.example.org/ (also LATCHSTRING_PROVIDER_URL).")
  var url: String?
  @Option(help: "The address to listen on (also LATCHSTRING_HOST).") var host: String?
  @Option(help: "The port to listen on (also LATCHSTRING_PORT).") var port: Int?
  @Option(
    help: """
      What it offers: question, totp, email, sms, post, iban, video, each with its price where it has one, like \
      email=0.10. Separated by commas.
      """)
  var methods: String?
  @Flag(help: "Serve clients of the protocol's older form as well (also LATCHSTRING_PROVIDER_OLD_PROTOCOL=on).")
  var oldProtocol = false
  @Option(help: "trace, debug, info, notice, warning, error or critical (also LATCHSTRING_LOG_LEVEL).")
  var logLevel: String?
  @OptionGroup var place: PlaceFlags

  func run() async throws {
    try await reportingProblems {
      let read = try await place.settings([
        "provider.name": name.map(ConfigContent.string), "provider.url": url.map(ConfigContent.string),
        "host": host.map(ConfigContent.string), "port": port.map(ConfigContent.int),
        "provider.methods": methods.map { .stringArray($0.split(separator: ",").map(String.init)) },
        "provider.old.protocol": oldProtocol ? .string("on") : nil, "log.level": logLevel.map(ConfigContent.string),
      ])
      try await ProviderProgram(try ProviderCommandSettings(read)).run()
    }
  }
}

/// Reviews the photos that are waiting at a provider.
struct ProviderReviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Compare the photos that wait at this provider with the people who ask, and say whether it is them.",
    discussion: """
      It works on the provider's database, beside the provider that runs; start it as the user who runs that, or as \
      root. Alone it is a conversation: it asks for the number that the person says, and shows that photo. Programs \
      use --list, --show, --yes and --no.
      """)

  @OptionGroup var place: PlaceFlags
  @Flag(help: "Print a line for each photo that waits: its number, since when, and its size in bytes.") var list = false
  @Option(help: ArgumentHelp("Write the photo with this number into a file (with --to).", valueName: "number"))
  var show: String?
  @Option(
    help: ArgumentHelp(
      "The new file, which its owner alone can read. - means standard output.", valueName: "file"))
  var to: String?
  @Option(
    help: ArgumentHelp("It is the person: the share of this number is given for a day.", valueName: "number"))
  var yes: String?
  @Option(help: ArgumentHelp("It is not the person (with --reason).", valueName: "number")) var no: String?
  @Option(help: ArgumentHelp("Why not, in a few words. The person reads it.", valueName: "text")) var reason: String?

  private var orders: Int { [list, show != nil, yes != nil, no != nil].filter { $0 }.count }

  func validate() throws {
    guard orders <= 1 else { throw ValidationError("Give one of --list, --show, --yes and --no.") }
    guard (show == nil) == (to == nil) else { throw ValidationError("--show NUMBER and --to FILE belong together.") }
    guard (no == nil) == (reason == nil) else {
      throw ValidationError("--no NUMBER and --reason TEXT belong together.")
    }
  }

  func run() async throws {
    try await reportingProblems {
      let read = try await place.settings(), terminal = PosixTerminal(), isTalk = orders == 0
      guard !isTalk || terminal.isInteractive else {
        throw ConfigurationProblem(
          "Nobody can be asked here. Use --list, --show, --yes and --no, or start it in a terminal.")
      }
      let service = ReviewService(store: try StorePlace.ofProvider(read).openExistingProvider())
      if isTalk {
        guard try await ReviewDialogue(reviews: service, terminal: terminal).runUntilSignalled() else {
          throw ExitCode(1)
        }
      }
      if list {
        for one in try await service.waiting() {
          print("\(ReviewNumber.text(one.number))\t\(ReviewDialogue.moment(one.since))\t\(one.photo.bytes.count)")
        }
      }
      if let show, let to {
        let bytes = try await service.photo(show).photo.bytes
        if to == "-" { FileHandle.standardOutput.write(Data(bytes)) } else { try NewFile.write(Secret(bytes), to: to) }
      }
      if let yes { try await service.decide(yes, .yes) }
      if let no { try await service.decide(no, .no(reason: try ReviewService.reason(reason))) }
    }
  }
}
