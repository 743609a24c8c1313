import ArgumentParser
import Model

/// Who can open the account, with what, and what happens when one of those things is lost.
@main
struct Latchstring: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latchstring", abstract: "Own an account with hardware you hold, and get back in when you lose it.",
    version: "\(Product.name) \(Product.version)",
    subcommands: [
      HomeCommand.self, ServeCommand.self, ProviderCommand.self, VerifyCommand.self, AuditCommand.self, CopyCommand.self, MetadataCommand.self,
      CardCommand.self, EscrowCommand.self, KeysCommand.self, HandsCommand.self,
    ],
    defaultSubcommand: HomeCommand.self)
}
