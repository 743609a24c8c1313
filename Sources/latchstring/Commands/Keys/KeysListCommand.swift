import ArgumentParser
import PasskeyHands
import TPMKeys
import TerminalSurface

struct KeysListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "The passkeys that this computer keeps. It takes no PIN.")

  @OptionGroup var flags: KeysFlags

  func run() async throws {
    try await reportingProblems {
      let settings = try await flags.settings(), room = try KeysEnvironment.toLook(settings)
      let passkeys = try await room?.own.list() ?? []
      let state = try await room?.own.state()
      if flags.json {
        let facts = passkeys.map(PasskeyFacts.init)
        return try printObject(
          Listed(isDeviceBound: room?.isDeviceBound, isPINSet: state?.isPINSet, triesLeft: state?.triesLeft, passkeys: facts))
      }
      guard let room, let state else {
        let hasTPM = TPMSituation(device: settings.tcti ?? KeysLocation.ordinaryDevice).obstacle == nil
        return say("There are no passkeys on this computer yet. \(KeysLocation.beginning(settings, hasTPM: hasTPM))")
      }
      let digits = passkeys.digits
      for passkey in passkeys { say("\(PasskeyFacts(passkey).id.prefix(digits))  \(passkey.words)", indent: digits + 2) }
      say(Self.summary(passkeys.count, state, isDeviceBound: room.isDeviceBound))
    }
  }

  private struct Listed: Encodable {
    /// Absent where there is no store yet.
    var isDeviceBound: Bool?
    var isPINSet: Bool?
    /// Wrong PINs that are left until only a reset helps; absent without a PIN.
    var triesLeft: Int?
    var passkeys: [PasskeyFacts]
  }

  private static func summary(_ count: Int, _ state: OwnPasskeys.State, isDeviceBound: Bool) -> String {
    let amount = count == 0 ? "No passkey yet." : count == 1 ? "One passkey." : "\(count) passkeys."
    let pin =
      switch state.triesLeft {
      case nil: "No PIN is set: latchstring keys pin"
      case 0: PasskeyProblem(.pinBlocked).sentence
      case 8: "The PIN is set."
      case let tries?: "The PIN is set; \(wrongTriesLeft(tries))."
      }
    let home =
      isDeviceBound ? count == 1 ? "Its key is in this computer's TPM." : "Keys are in this computer's TPM." : KeysLocation.fileWarning
    return "\(amount) \(home) \(pin)"
  }
}
