import ArgumentParser
import Encoding
import Foundation
import Model
import PasskeyHands
import TerminalSurface
import Sentences

struct KeysPINCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Set the PIN of this computer's passkeys, or change it.",
    discussion: """
      The TPM counts wrong PINs: after eight it takes none any more, also after a restart, and only a reset helps, \
      which erases the passkeys. Changing the PIN keeps them.

      \(PINFlags.help)
      """)

  @OptionGroup var flags: KeysFlags
  @OptionGroup var pin: PINFlags
  @Option(help: "The file descriptor whose next line is the new PIN.") var newPinFd: Int32?

  func run() async throws {
    try await reportingProblems {
      let settings = try await flags.settings()
      guard let keys = try KeysEnvironment.toLook(settings) else { return try await begin(settings) }
      let state = try await keys.own.state()
      guard state.triesLeft != 0 else { throw PasskeyProblem(.pinBlocked) }
      if !flags.json, !keys.isDeviceBound { say(KeysLocation.fileWarning) }
      if state.isPINSet {
        let old = try await pin.pin("PIN of your passkeys until now")
        // The old PIN is verified before the person thinks of a new PIN and types it twice.
        try await keys.own.verify(old)
        try await keys.own.changePIN(from: old, to: try await newPIN(atLeast: state.leastPINLength))
      } else {
        try await keys.own.setPIN(try await newPIN(atLeast: state.leastPINLength))
      }
      try flags.tell(
        ["code": state.isPINSet ? "changed" : "set"], state.isPINSet ? "The PIN is changed." : Self.isSet)
    }
  }

  /// Sets the very first PIN. Nothing is created before the PIN has been entered.
  private func begin(_ settings: KeysSettings) async throws {
    let place = try KeysLocation.choose(settings, remembered: nil)
    if !flags.json, place.store == .file { say(KeysLocation.fileWarning) }
    let pin = try await newPIN(atLeast: Self.leastLength)
    try await KeysEnvironment(settings).own.setPIN(pin)
    try flags.tell(["code": "set"], Self.isSet)
  }

  private static let leastLength = 4
  private static let isSet: Sentence =
    "The PIN is set. To use passkeys in your browser: latchstring keys install-browser"

  private func newPIN(atLeast length: Int) async throws -> Secret {
    let prompt: Sentence = "New PIN, at least \(length) characters"
    let fresh = try await PINFlags.read(newPinFd, prompt, flag: "--new-pin-fd", number: pin.pinFd == nil ? 3 : 4)
    guard fresh.withBytes({ String(decoding: $0, as: UTF8.self) }).unicodeScalars.count >= length else {
      throw PasskeyProblem(.pinUnfit(atLeast: length))
    }
    guard newPinFd == nil else { return fresh }
    guard fresh.matches(try await PINFlags.read(nil, "The same once more", flag: "--new-pin-fd")) else {
      throw ConfigurationProblem("The two are not the same. Nothing was changed.")
    }
    return fresh
  }
}

struct KeysResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Erase all passkeys of this computer, and the PIN. They never work again.",
    discussion: """
      It takes no PIN, because it is what helps when the PIN is blocked. Make sure first that you have another way \
      into your accounts.
      """)

  @OptionGroup var flags: KeysFlags
  @Flag(help: "Without asking whether you are sure.") var erase = false
  @Flag(help: "For who uninstalls: also take what is left of the store out of the TPM, and its folder away.")
  var discard = false

  func run() async throws {
    try await reportingProblems {
      guard let keys = try KeysEnvironment.toLook(try await flags.settings()) else {
        throw ConfigurationProblem("There is nothing to erase: no passkey was ever made here.")
      }
      if !erase {
        // The reset works even if the list can no longer be read, because a reset is the remedy in that case.
        let passkeys = flags.json ? [] : (try? await keys.own.list()) ?? []
        for passkey in passkeys { say("  \(passkey.words)") }
        try await Sureness.ask(
          "Erase all passkeys of this computer, and keys for ssh that were made here? They never work again.",
          flag: "--erase")
      }
      do { try await keys.own.reset() } catch let problem as PasskeyProblem
        where discard && problem.code == .unavailable
      {
        throw ConfigurationProblem(
          """
          \(problem.sentence) Nothing was erased. If the TPM is gone for good, only a folder is left, which opens \
          nothing: \(keys.folder.path)
          """)
      }
      if discard { try await keys.discard() } else { try keys.settle() }
      try flags.tell(
        ["code": discard ? "discarded" : "reset"],
        discard
          ? """
          All passkeys are erased, and nothing of them is left. Remove the extension in your browser as well: \
          chrome://extensions
          """ : "All passkeys are erased. Set a new PIN: latchstring keys pin")
    }
  }
}
