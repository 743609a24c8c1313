import ArgumentParser
import Model
import SimulatedCard
import TerminalSurface
import VirtualReaders
import Sentences

/// Simulates a card for rehearsals, and offers it to every program on this computer that uses card readers.
struct CardSimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Play a Keycard in a virtual reader, to rehearse with before touching a card of your own.",
    discussion: """
      The virtual reader is vsmartcard's vpcd (Debian: vsmartcard-vpcd), which the smart-card daemon pcscd loads. \
      Every program that knows Keycards meets this one as if it lay in a reader. Only its identity tells: no maker \
      known to a program has signed it.

      With --state the card keeps its memory in a file, its keys and codes unprotected. Keep nothing of worth on it.
      """)

  @Option(help: "The port where the reader's slot waits for its card; vpcd's own is 35963.") var readerPort: Int
  @Option(
    help: "A file that keeps the card when the program ends. Without it, the card is new each time and then gone.")
  var state: String?
  @Option(help: "What a new card is: \(AppletVersion.allCases.map(\.rawValue).joined(separator: ", ")) (default: 3.2).")
  var applet: AppletVersion?

  func run() async throws {
    try await reportingProblems {
      let reader = VirtualReader(port: readerPort)
      let card = try Self.card(state: state, applet: applet)
      let taken = ConfigurationProblem("There is a card in that reader already, or nothing listens to it.")
      do { try reader.insert(VirtualCard(card)) } catch {
        if (error as? VirtualReaderError)?.code == .occupied { throw taken }
        throw ConfigurationProblem(
          "There is no virtual reader on port \(readerPort). It waits there when pcscd runs with vsmartcard-vpcd.")
      }
      guard await reader.hasMetCard(within: .seconds(10)) else {
        reader.remove()
        throw taken
      }
      let memory: Sentence = state.map { "Its memory is in \($0)." } ?? "It is new, and gone when this ends."
      say(
        """
        A played Keycard \(card.version.rawValue) lies in the reader on port \(readerPort).
        \(memory)
        Take it out with Control-C.
        """, keeping: state.map { [$0] } ?? [])
      await reader.untilRemoved()
      throw ConfigurationProblem("The reader is gone, and the card with it.")
    }
  }

  private static func card(state: String?, applet: AppletVersion?) throws -> SimulatedCard {
    guard let state else { return SimulatedCard(version: applet ?? .three2) }
    do throws(SimulatedCardError) {
      let file = try CardFile(state) { error in
        complain(
          "\(state): \(error.reason) The card refuses what it cannot keep there. \(CardResult.seeToFile)",
          keeping: [state])
      }
      return try SimulatedCard(file: file, version: applet)
    } catch { throw ConfigurationProblem("\(state): \(error.reason)") }
  }
}

extension AppletVersion: ExpressibleByArgument {}
