import ArgumentParser
import Encoding
import EscrowHands
import HandsTools
import Model
import TerminalSurface

struct EscrowExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write an unfinished set-up or recovery into a file, to go on elsewhere.",
    discussion: """
      The file is JSON, a state as the programs of GNU Anastasis keep it. Whoever has it has what you typed: who you are, your answers, and what is \
      backed up. It is made for its owner alone and never written over; remove it when you don't need it any more.
      """)

  @OptionGroup var place: PlaceFlags
  @Argument(help: "The file. It must not be there yet.") var file: String
  @Option(help: "set-up, file or recovery, where more than one is unfinished.") var what: EscrowErrand?

  func run() async throws {
    try await reportingProblems {
      let work = try await UnfinishedWork(place), unfinished = try await work.operations.unfinished(at: work.origin)
      guard what != nil || unfinished.count < 2 else {
        throw ConfigurationProblem("More than one is unfinished: \(unfinished.map(\.rawValue).joined(separator: ", ")). Say which with --what.")
      }
      guard let errand = what ?? unfinished.first, let state = try await work.operations.state(of: errand, at: work.origin) else {
        throw ConfigurationProblem("Nothing of that is unfinished here. Nothing was written.")
      }
      try NewFile.write(Secret(state), to: file)
      say("\(file) has it. On the other computer: latchstring escrow import FILE")
    }
  }
}
