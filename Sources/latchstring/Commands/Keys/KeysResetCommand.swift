import ArgumentParser
import Foundation
import LocalHands

struct KeysResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Erase all passkeys of this computer, and the PIN. They never work again.",
    discussion: "It takes no PIN, because it is what helps when the PIN is blocked. Make sure first that you have another way into your accounts.")

  @OptionGroup var flags: KeysFlags
  @Flag(help: "Without asking whether you are sure.") var erase = false
  @Flag(help: "For who uninstalls: also take what is left of the store out of the TPM, and its folder away.") var discard = false

  func run() async throws {
    try await reportingProblems {
      guard let room = try KeysRoom.toLook(try await flags.settings()) else { throw PasskeyProblem(.notFound) }
      if !erase {
        let passkeys = try await room.own.list()
        for passkey in passkeys { print("  \(passkey.words)") }
        try await Sureness.ask("Erase all passkeys of this computer (\(passkeys.count))? They never work again.", flag: "--erase")
      }
      try await room.own.reset()
      if discard {
        do { try await room.tpm?.discard() } catch { throw PasskeyProblem(.unavailable) }
        try? FileManager.default.removeItem(atPath: room.folder.path)
      }
      if flags.json { return try printObject(["code": discard ? "discarded" : "reset"]) }
      print(discard ? "All passkeys are erased, and nothing of them is left." : "All passkeys are erased. Set a new PIN: latchstring keys pin")
    }
  }
}
