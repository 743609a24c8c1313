import ArgumentParser

/// The passkeys of this computer.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "This computer as a passkey of its own: keys in its TPM, which never leave it.",
    discussion: """
      Begin with “latchstring keys doctor”, then “latchstring keys pin”, then “latchstring keys install-browser”. docs/AUTHENTICATOR.md says what \
      is protected, and by what.
      """,
    subcommands: [
      KeysListCommand.self, KeysShowCommand.self, KeysRenameCommand.self, KeysDeleteCommand.self, KeysExportCommand.self, KeysPINCommand.self,
      KeysResetCommand.self, KeysServeCommand.self, KeysHostCommand.self, KeysInstallBrowserCommand.self, KeysDoctorCommand.self,
      KeysAttestationCommand.self,
    ], defaultSubcommand: KeysListCommand.self)
}
