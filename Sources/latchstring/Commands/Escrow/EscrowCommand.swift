import ArgumentParser

/// Account recovery with the help of providers.
struct EscrowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "escrow", abstract: "Account recovery: several providers together help you back in when every device, key and paper is gone.",
    discussion: EscrowHelp.text,
    subcommands: [
      EscrowBackupCommand.self, EscrowRecoverCommand.self, EscrowStatusCommand.self, EscrowExportCommand.self, EscrowImportCommand.self,
    ])
}
