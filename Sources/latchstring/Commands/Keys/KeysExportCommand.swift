import ArgumentParser
import Encoding
import HandsTools
import PasskeyHands
import TerminalSurface

struct KeysExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the list of passkeys into a file. Their keys stay where they are.",
    discussion: """
      The file is JSON: sites, accounts, credential ids and public keys. It opens nothing, here or elsewhere; it is there so that you know, when \
      this computer is lost, where it could sign in. It is made for its owner alone and never written over.
      """)

  @OptionGroup var flags: KeysFlags
  @Argument(help: "The file. It must not be there yet. - means standard output.") var file: String

  func run() async throws {
    try await reportingProblems {
      guard let room = try KeysEnvironment.toLook(try await flags.settings()) else { throw PasskeyProblem(.notFound) }
      let passkeys = try await room.own.list()
      let text = try jsonObject(Exported(isDeviceBound: room.isDeviceBound, passkeys: passkeys.map(PasskeyFacts.init)))
      guard file != "-" else { return print(text) }
      try NewFile.write(Secret(Array((text + "\n").utf8)), to: file)
      if flags.json { return try printObject(["file": file]) }
      say("\(file) has the list. No key is in it.")
      if !room.isDeviceBound { say(KeysLocation.fileWarning) }
    }
  }

  private struct Exported: Encodable {
    var format = "latchstring-passkeys-1"
    var isDeviceBound: Bool
    var passkeys: [PasskeyFacts]
  }
}
