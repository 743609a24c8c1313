import ArgumentParser
import Encoding
import Model
import PasskeyHands
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
      let settings = try await flags.settings()
      guard let room = try KeysEnvironment.toLook(settings) else { return try await begin(settings) }
      let state = try await room.own.state()
      guard state.triesLeft != 0 else { throw PasskeyProblem(.pinBlocked) }
      if !flags.json, !room.isDeviceBound { say(KeysLocation.fileWarning) }
      if state.isPINSet {
        let old = try await pin.pin("PIN of your passkeys until now")
        // Before a new one is thought of and typed twice.
        try await room.own.verify(old)
        try await room.own.changePIN(from: old, to: try await newPIN(atLeast: state.leastPINLength))
      } else {
        try await room.own.setPIN(try await newPIN(atLeast: state.leastPINLength))
      }
      if flags.json { return try printObject(["code": state.isPINSet ? "changed" : "set"]) }
      say(state.isPINSet ? "The PIN is changed." : Self.isSet)
    }
  }

  /// The very first: nothing is made before there is a PIN for it.
  private func begin(_ settings: KeysSettings) async throws {
    let place = try KeysLocation.choose(settings, remembered: nil)
    if !flags.json, place.store == .file { say(KeysLocation.fileWarning) }
    let pin = try await newPIN(atLeast: Self.leastLength)
    try await KeysEnvironment(settings).own.setPIN(pin)
    if flags.json { return try printObject(["code": "set"]) }
    say(Self.isSet)
  }

  private static let leastLength = 4
  private static let isSet = "The PIN is set. To use passkeys in your browser: latchstring keys install-browser"

  private func newPIN(atLeast length: Int) async throws -> Secret {
    let prompt = "New PIN, at least \(length) characters"
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
