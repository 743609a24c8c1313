import ArgumentParser
import Encoding
import Foundation
import HandsTools
import PasskeyHands
import TerminalSurface
import TPMKeys
import Sentences

/// Commands for this computer's passkeys.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "This computer as a passkey of its own: keys in its TPM, which never leave it.",
    discussion: """
      Begin with “latchstring keys doctor”, then “latchstring keys pin”, then “latchstring keys install-browser”. \
      docs/AUTHENTICATOR.md says what is protected, and by what.
      """,
    subcommands: [
      KeysListCommand.self, KeysShowCommand.self, KeysRenameCommand.self, KeysDeleteCommand.self,
      KeysExportCommand.self, KeysPINCommand.self, KeysResetCommand.self, KeysServeCommand.self, KeysHostCommand.self,
      KeysInstallBrowserCommand.self, KeysDoctorCommand.self, KeysAttestationCommand.self,
    ], defaultSubcommand: KeysListCommand.self)
}

struct KeysListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The passkeys that this computer keeps. It takes no PIN.")

  @OptionGroup var flags: KeysFlags

  func run() async throws {
    try await reportingProblems {
      let settings = try await flags.settings(), keys = try KeysEnvironment.toLook(settings)
      let passkeys = try await keys?.own.list() ?? []
      let state = try await keys?.own.state()
      if flags.json {
        return try flags.tell(
          Listed(
            isDeviceBound: keys?.isDeviceBound, isPINSet: state?.isPINSet, triesLeft: state?.triesLeft,
            passkeys: passkeys.map(PasskeyFacts.init)))
      }
      guard let keys, let state else {
        let hasTPM = TPMSituation(device: settings.tcti ?? KeysLocation.ordinaryDevice).obstacle == nil
        return say("There are no passkeys on this computer yet. \(KeysLocation.beginning(settings, hasTPM: hasTPM))")
      }
      let digits = passkeys.digits
      for passkey in passkeys {
        say("\(PasskeyFacts(passkey).id.prefix(digits))  \(passkey.words)", indent: digits + 2)
      }
      say(Self.summary(passkeys.count, state, isDeviceBound: keys.isDeviceBound))
    }
  }

  private struct Listed: Encodable {
    /// `true` if keys are bound to this device; absent if there is no store yet.
    var isDeviceBound: Bool?
    var isPINSet: Bool?
    /// The number of wrong PINs left before a reset is required; absent without a PIN.
    var triesLeft: Int?
    var passkeys: [PasskeyFacts]
  }

  private static func summary(_ count: Int, _ state: OwnPasskeys.State, isDeviceBound: Bool) -> Sentence {
    let amount: Sentence = count == 0 ? "No passkey yet." : count == 1 ? "One passkey." : "\(count) passkeys."
    let pin: Sentence =
      switch state.triesLeft {
      case nil: "No PIN is set: latchstring keys pin"
      case 0: PasskeyProblem(.pinBlocked).sentence
      case 8: "The PIN is set."
      case let tries?: "The PIN is set; \(wrongTriesLeft(tries))."
      }
    guard isDeviceBound else { return "\(amount) \(KeysLocation.fileWarning) \(pin)" }
    let home: Sentence =
      count == 1 ? "Its key is in this computer's TPM." : "Keys are in this computer's TPM."
    return "\(amount) \(home) \(pin)"
  }
}

struct KeysShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "All that is known of one passkey. It takes no PIN.")

  @OptionGroup var flags: KeysFlags
  @Argument(help: "The beginning of its number, as the list shows it.") var passkey: String

  func run() async throws {
    try await reportingProblems {
      let keys = try await flags.made(), found = try await keys.own.find(passkey), facts = PasskeyFacts(found)
      let known: Sentence =
        found.isHidden
        ? "no: the site said that it does not know it any more, so it is not offered"
        : "yes, as far as the site has said"
      let account: Sentence = found.account.isEmpty ? "without a name" : Sentence(verbatim: found.account)
      let asked: Sentence = facts.requiresPIN ? "asked at each use" : "asked where the site wants it"
      let secrets: Sentence = facts.hasPRF ? "yes: a site can have it open what is encrypted" : "no"
      let place: Sentence = keys.isDeviceBound ? "in this computer's TPM" : "in a file, not device-bound"
      try flags.tell(
        facts,
        """
        Site           \(found.site)
        Account        \(account)
        Number         \(facts.id)
        Account's id   \(facts.userId)
        Known there    \(known)
        Public key     \(facts.publicKey)
        PIN            \(asked)
        Secrets (PRF)  \(secrets)
        Key            \(place)
        """, indent: 15)
    }
  }
}

struct KeysRenameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Change how a passkey's account is called on this computer.",
    discussion: "The site keeps its own name for the account.\n\n\(PINFlags.help)")

  @OptionGroup var flags: KeysFlags
  @OptionGroup var pin: PINFlags
  @Argument(help: "The beginning of its number, as the list shows it.") var passkey: String
  @Argument(help: "The account's name from now on; it is cut to 64 bytes.") var name: String

  func run() async throws {
    try await reportingProblems {
      let own = try await flags.made().own, found = try await own.find(passkey)
      try await own.rename(found, name: name, displayName: found.userDisplayName, by: .typed(try await pin.pin()))
      let renamed = try await own.find(PasskeyFacts(found).id)
      try flags.tell(PasskeyFacts(renamed), "It is called \(renamed.sentence) now.")
    }
  }
}

struct KeysDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a passkey.",
    discussion: """
      Only a copy of the data folder from before would bring it back, until the next reset. The site still expects it: \
      remove it there too, and first make sure that you have another way in.

      \(PINFlags.help)
      """)

  @OptionGroup var flags: KeysFlags
  @OptionGroup var pin: PINFlags
  @Argument(help: "The beginning of its number, as the list shows it.") var passkey: String
  @Flag(help: "Without asking whether you are sure.") var yes = false

  func run() async throws {
    try await reportingProblems {
      let own = try await flags.made().own, found = try await own.find(passkey)
      if !yes { try await Sureness.ask("Delete the passkey for \(found.sentence)?", flag: "--yes") }
      try await own.delete(found, by: .typed(try await pin.pin()))
      try flags.tell(
        PasskeyFacts(found), "Deleted: \(found.sentence). The site still expects it; remove it there too.")
    }
  }
}

struct KeysExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the list of passkeys into a file. Their keys stay where they are.",
    discussion: """
      The file is JSON: sites, accounts, credential ids and public keys. It opens nothing, here or elsewhere; it is \
      there so that you know, when this computer is lost, where it could sign in. It is made for its owner alone and \
      never written over.
      """)

  @OptionGroup var flags: KeysFlags
  @Argument(help: "The file. It must not be there yet. - means standard output.") var file: String

  func run() async throws {
    try await reportingProblems {
      let keys = try await flags.made(), passkeys = try await keys.own.list().map(PasskeyFacts.init)
      let text = try jsonObject(Exported(isDeviceBound: keys.isDeviceBound, passkeys: passkeys))
      guard file != "-" else { return print(text) }
      try NewFile.write(Secret(Array((text + "\n").utf8)), to: file)
      try flags.tell(["file": file], "\(file) has the list. No key is in it.")
      if !flags.json, !keys.isDeviceBound { say(KeysLocation.fileWarning) }
    }
  }

  private struct Exported: Encodable {
    var format = "latchstring-passkeys-1"
    var isDeviceBound: Bool
    var passkeys: [PasskeyFacts]
  }
}

struct KeysDoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "What this computer has for passkeys, and what it lacks.",
    discussion: "It changes nothing. The exit status is 0 where nothing stands in the way, and 1 where something does.")

  @OptionGroup var flags: KeysFlags

  func run() async throws {
    var isReady = false
    try await reportingProblems {
      let doctor = try await Doctor(try await flags.settings(), environment: ProcessInfo.processInfo.environment)
      isReady = doctor.isReady
      if flags.json { return try flags.tell(doctor) }
      doctor.findings.tell()
    }
    if !isReady { throw ExitCode(1) }
  }
}
