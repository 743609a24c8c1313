import Escrow
import EscrowHands
import Flows
import Foundation
import HandsProtocol
import Runner

/// The components that an account recovery command needs: this computer's escrow operations, and its card operations,
/// because a card confirms and opens.
public struct EscrowEnvironment {
  let cards: CardEnvironment
  let operations: EscrowOperations
  let givesWays: Bool
  private let hasPractice: Bool

  /// - Parameters:
  ///   - client: The connections to providers.
  ///   - folder: The folder for unfinished work.
  ///   - hasPractice: `true` if the known providers include ones that this computer simulates.
  ///   - givesWays: `true` if what opens an account is given as a file, instead of signing in.
  public init(
    cards: CardEnvironment, client: ProviderClient, folder: String, providers: [EscrowOperations.DefaultProvider],
    hasPractice: Bool, givesWays: Bool = false
  ) {
    self.cards = cards; self.hasPractice = hasPractice; self.givesWays = givesWays
    operations = EscrowOperations(client: client, folder: folder, providers: providers, givesWays: givesWays)
  }

  /// Performs the account recovery operations that flows request on this computer.
  func perform(_ errand: EscrowErrand) -> @Sendable (EscrowWork) async -> EscrowNews {
    let operations = operations, origin = cards.origin
    return { await operations.perform($0, for: errand, from: origin) }
  }

  func run(
    _ terminal: PosixTerminal, _ person: TerminalSession, _ vault: Vault, about errand: EscrowErrand = .setUp
  ) -> TerminalRun<PosixTerminal> {
    var run = TerminalRun(person, vault, on: terminal, perform: cards.perform, performEscrow: perform(errand))
    if hasPractice {
      run.whereCodesArrive =
        "Codes of practice providers go nowhere: they are shown in the terminal where latchstring home runs."
    }
    return run
  }

  /// Holds a conversation with somebody who first signs in with a card.
  public func talkSignedIn(_ flow: FlowName, _ terminal: PosixTerminal) async throws {
    var login = run(terminal, try await cards.person(), cards.vault())
    do {
      if let end = try await login.run(.cardLogin), end.grants {
        var next = run(terminal, login.person, login.vault)
        _ = try await next.run(flow)
      }
    } catch is TerminalGone {}  // left with Control-D, or the window was closed
    try await login.person.close()
  }

  public func close() async { await cards.close() }
}
