import ArgumentParser
import PasskeyHands
import TerminalSurface

struct KeysShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "All that is known of one passkey. It takes no PIN.")

  @OptionGroup var flags: KeysFlags
  @Argument(help: "The beginning of its number, as the list shows it.") var passkey: String

  func run() async throws {
    try await reportingProblems {
      guard let room = try KeysEnvironment.toLook(try await flags.settings()) else { throw PasskeyProblem(.notFound) }
      let found = try await room.own.find(passkey), facts = PasskeyFacts(found)
      if flags.json { return try printObject(facts) }
      say(
        """
        Site           \(found.site)
        Account        \(found.account.isEmpty ? "without a name" : found.account)
        Number         \(facts.id)
        Account's id   \(facts.userId)
        Known there    \(found.isHidden ? "no: the site said that it does not know it any more, so it is not offered" : "yes, as far as the site has said")
        Public key     \(facts.publicKey)
        PIN            \(facts.requiresPIN ? "asked at each use" : "asked where the site wants it")
        Secrets (PRF)  \(facts.hasPRF ? "yes: a site can have it open what is encrypted" : "no")
        Key            \(room.isDeviceBound ? "in this computer's TPM" : "in a file, not device-bound")
        """, indent: 15)
    }
  }
}
