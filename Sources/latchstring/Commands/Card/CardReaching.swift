import ArgumentParser
import CardHands
import Foundation
import SimulatedCard
import TerminalSurface

/// A command that talks to a card.
protocol CardReaching: AsyncParsableCommand {
  var flags: CardFlags { get }
  /// Why it is used wrongly, whatever card it meets.
  var misuse: CardResult? { get }
}

extension CardReaching {
  var misuse: CardResult? { nil }

  /// Looks before it begins, first at what was said and then at the card: an order that is refused anyway makes no rehearsal card.
  func check() async throws {
    if let misuse { try await reportingProblems { throw CardProblem(misuse) } }
    try await flags.at.check()
  }
}

extension ReaderFlags {
  /// Looks whether the card that was named can be had, while it still can be said in its own words why not.
  func check() async throws {
    try await reportingProblems {
      if rehearsal || rehearsalFile != nil { try await checkRehearsal() } else if let reader { try check(reader) }
    }
  }

  private func checkRehearsal() async throws {
    let read = try await StrictSettings(flags: place.values, environment: ProcessInfo.processInfo.environment, file: place.config)
    let path = try rehearsalFile ?? HandsFolder(in: Settings.data(read)).rehearsalCard
    try CardResult.checkRehearsal(at: path)
  }

  /// Where there is no reader at all, somebody may be about to plug it in.
  private func check(_ reader: String) throws {
    let names = PCSC.system.situation().readers.map(\.name)
    guard !names.isEmpty, !names.contains(reader) else { return }
    let list = names.map { "“\($0)”" }.joined(separator: ", ")
    throw CardProblem(CardResult(status: 3, "noReader", "There is no reader “\(reader)”. There is: \(list)."))
  }
}
