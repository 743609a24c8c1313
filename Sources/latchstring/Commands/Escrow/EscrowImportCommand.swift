import ArgumentParser
import EscrowHands
import TerminalSurface

struct EscrowImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take an unfinished set-up or recovery from a file, to go on here.",
    discussion: """
      The file is a state that latchstring escrow export wrote, or another program of GNU Anastasis. What can't go on says why, and then nothing is \
      changed. What is unfinished here is kept, unless --replace is given.
      """)

  @OptionGroup var place: PlaceFlags
  @Argument(help: "The file.") var file: String
  @Flag(help: "Forget what is unfinished here, where it would be in the way.") var replace = false

  /// A state holds a document and what it is made of.
  private static let most = 64 << 20

  func run() async throws {
    try await reportingProblems {
      let work = try await UnfinishedWork(place), state = try FileReading.bytes(at: file, upTo: Self.most)
      let errand = try await work.operations.take(state, at: work.origin, replacing: replace)
      say("Taken. \(errand.command) goes on from there.")
    }
  }
}
