import Escrow
import Flows
import Foundation
import HandsProtocol
import LocalHands
import Model
import ProviderOperation
import Runner
import TerminalSurface

/// What a command about account recovery stands on: this computer's escrow desk, and the room of cards, because a card confirms and opens.
struct EscrowRoom {
  let cards: CardRoom
  let desk: EscrowDesk
  private let hasPractice: Bool

  init(_ flags: EscrowFlags, needsAccounts: Bool) async throws {
    cards = try await CardRoom(flags.card, needsAccounts: needsAccounts)
    let named = try flags.provider.map { text in
      guard let address = ProviderAddress(text) else {
        throw ConfigurationProblem("“\(text)” is no provider's address: that is like https://provider.example/")
      }
      return address.text
    }
    let settings = cards.settings, chosen = Set(named + settings.recoveryProviders)
    // Who was named was chosen, wherever it is.
    let practice = PracticeProviders.urls(from: settings.practicePort).filter { !chosen.contains($0) }
    hasPractice = !practice.isEmpty
    desk = EscrowDesk(
      client: .ofThisProgram(data: settings.data, practice: practice), folder: cards.folder.path,
      providers: .known(named + settings.recoveryProviders, practice: practice))
  }

  /// Does at this computer what flows ask for account recovery.
  func perform(_ errand: EscrowErrand) -> @Sendable (EscrowWork) async -> EscrowNews {
    let desk = desk, origin = cards.origin
    return { await desk.perform($0, for: errand, from: origin) }
  }

  /// One conversation after another, by the same person.
  func talk(_ terminal: PosixTerminal, _ person: RunnerDesk, _ vault: Vault, about errand: EscrowErrand = .setUp) -> TerminalRun<PosixTerminal> {
    var run = TerminalRun(person, vault, on: terminal, perform: cards.perform, performEscrow: perform(errand))
    if hasPractice { run.whereCodesArrive = "Codes of practice providers go nowhere: they are shown in the terminal where latchstring home runs." }
    return run
  }

  /// A conversation of somebody who signs in with a card first.
  func talkSignedIn(_ flow: FlowName, _ terminal: PosixTerminal) async throws {
    var login = talk(terminal, try await cards.person(), cards.vault())
    do {
      if let end = try await login.run(.cardLogin), end.grants {
        var next = talk(terminal, login.desk, login.vault)
        _ = try await next.run(flow)
      }
    } catch is TerminalGone {}  // left with Control-D, or the window was closed
    try await login.desk.close()
  }

  func close() async {
    await cards.close()
  }
}
