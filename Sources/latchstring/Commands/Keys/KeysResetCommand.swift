import ArgumentParser
import Foundation
import Model
import PasskeyHands
import TerminalSurface

struct KeysResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Erase all passkeys of this computer, and the PIN. They never work again.",
    discussion: "It takes no PIN, because it is what helps when the PIN is blocked. Make sure first that you have another way into your accounts.")

  @OptionGroup var flags: KeysFlags
  @Flag(help: "Without asking whether you are sure.") var erase = false
  @Flag(help: "For who uninstalls: also take what is left of the store out of the TPM, and its folder away.") var discard = false

  func run() async throws {
    try await reportingProblems {
      guard let room = try KeysEnvironment.toLook(try await flags.settings()) else {
        throw ConfigurationProblem("There is nothing to erase: no passkey was ever made here.")
      }
      if !erase {
        // Also where the list cannot be read any more: then a reset is what helps.
        let passkeys = flags.json ? [] : (try? await room.own.list()) ?? []
        for passkey in passkeys { say("  \(passkey.words)") }
        let question = "Erase all passkeys of this computer, and keys for ssh that were made here? They never work again."
        try await Sureness.ask(question, flag: "--erase")
      }
      do { try await room.own.reset() } catch let problem as PasskeyProblem where discard && problem.code == .unavailable {
        throw ConfigurationProblem(
          "\(problem.sentence) Nothing was erased. If the TPM is gone for good, only a folder is left, which opens nothing: \(room.folder.path)")
      }
      if !discard { try room.settle() }
      if discard {
        do { try await room.tpm?.discard() } catch { throw PasskeyProblem(.unavailable) }
        // Who has the passkeys open sees by this that they are gone.
        try? FileManager.default.removeItem(atPath: room.folder.place)
        for browser in InstalledBrowser.all(named: room.folder) { BrowserInstallation(folder: room.folder).remove(from: browser) }
        try? FileManager.default.removeItem(atPath: room.folder.path)
      }
      if flags.json { return try printObject(["code": discard ? "discarded" : "reset"]) }
      say(
        discard
          ? "All passkeys are erased, and nothing of them is left. Remove the extension in your browser as well: chrome://extensions"
          : "All passkeys are erased. Set a new PIN: latchstring keys pin")
    }
  }
}
