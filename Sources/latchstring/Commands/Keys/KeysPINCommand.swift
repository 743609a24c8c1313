import ArgumentParser
import Encoding
import LocalHands
import TerminalSurface

struct KeysPINCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Set the PIN of this computer's passkeys, or change it.",
    discussion: """
      The TPM counts wrong PINs: after eight it takes none any more, also after a restart, and only a reset helps, which erases the passkeys. \
      Changing the PIN keeps them.

      \(KeysHelp.secrets)
      """)

  @OptionGroup var flags: KeysFlags
  @OptionGroup var pin: PINFlags
  @Option(help: "The file descriptor whose next line is the new PIN.") var newPinFd: Int32?

  func run() async throws {
    try await reportingProblems {
      let room = try KeysRoom(try await flags.settings()), state = try await room.own.state()
      guard state.triesLeft != 0 else { throw PasskeyProblem(.pinBlocked) }
      if !flags.json, room.place.store == .file { print(KeysPlace.fileWarning) }
      if state.isPINSet {
        let old = try await pin.pin("PIN of your passkeys until now")
        try await room.own.changePIN(from: old, to: try await newPIN(state))
      } else {
        try await room.own.setPIN(try await newPIN(state))
      }
      if flags.json { return try printObject(["code": state.isPINSet ? "changed" : "set"]) }
      print(state.isPINSet ? "The PIN is changed." : "The PIN is set. To use passkeys in your browser: latchstring keys install-browser")
    }
  }

  private func newPIN(_ state: OwnPasskeys.State) async throws -> Secret {
    let prompt = "New PIN, at least \(state.leastPINLength) characters"
    let fresh = try await PINFlags.read(newPinFd, prompt)
    guard newPinFd == nil else { return fresh }
    guard fresh.matches(try await PINFlags.read(nil, "The same once more")) else {
      throw ConfigurationProblem("The two are not the same. Nothing was changed.")
    }
    return fresh
  }
}
