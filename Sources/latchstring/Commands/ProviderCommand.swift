import ArgumentParser
import Configuration
import Foundation

/// One escrow provider, that a friend can host.
struct ProviderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provider", abstract: "Keep sealed shares for friends, so that they get back in when they lose everything.",
    discussion: """
      It speaks the protocol of GNU Anastasis at the root of its host; put a proxy that speaks TLS before it. docs/PROVIDER.md tells a \
      friend how, docs/CONFIGURATION.md what else can be set. Passwords and tokens are read from the environment or from files, never from flags.
      """, subcommands: [ProviderReviewCommand.self])

  @Option(help: "Who runs it, as people read it (also LATCHSTRING_PROVIDER_NAME).") var name: String?
  @Option(help: "Where people reach it, like https://escrow.example.org/ (also LATCHSTRING_PROVIDER_URL).") var url: String?
  @Option(help: "The address to listen on (also LATCHSTRING_HOST).") var host: String?
  @Option(help: "The port to listen on (also LATCHSTRING_PORT).") var port: Int?
  @Option(
    help: "What it offers: question, totp, email, sms, post, iban, video, each with its price where it has one, like email=0.10. Separated by commas."
  )
  var methods: String?
  @Flag(help: "Serve clients of the protocol's older form as well (also LATCHSTRING_PROVIDER_OLD_PROTOCOL=on).") var oldProtocol = false
  @Option(help: "trace, debug, info, notice, warning, error or critical (also LATCHSTRING_LOG_LEVEL).") var logLevel: String?
  @OptionGroup var place: PlaceFlags

  func run() async throws {
    try await reportingProblems {
      let read = try await StrictSettings(flags: values, environment: ProcessInfo.processInfo.environment, file: place.config)
      try await ProviderProgram(try ProviderCommandSettings(read)).run()
    }
  }

  private var values: [AbsoluteConfigKey: ConfigValue] {
    var values = place.values
    func set(_ key: String, _ content: ConfigContent?) {
      guard let content else { return }
      values[AbsoluteConfigKey(key.split(separator: ".").map(String.init))] = ConfigValue(content, isSecret: false)
    }
    set("provider.name", name.map(ConfigContent.string))
    set("provider.url", url.map(ConfigContent.string))
    set("host", host.map(ConfigContent.string))
    set("port", port.map(ConfigContent.int))
    set("provider.methods", methods.map { .stringArray($0.split(separator: ",").map(String.init)) })
    set("provider.old.protocol", oldProtocol ? .string("on") : nil)
    set("log.level", logLevel.map(ConfigContent.string))
    return values
  }
}
