import AccountService
import Encoding
import EscrowHands
import Runner
import Synchronization
import Vocabulary
import Sentences

/// A terminal that answers only a flow's questions for secrets, each of them once, so that a program can run a flow
/// without a person.
final class AutomaticTerminal: Terminal {
  let columns = 10_000, hasColor = false
  private let secrets: any SecretSource
  private let used = Mutex<Set<OneShotSecret>>([])
  private let refused = Mutex<Sentence?>(nil)
  /// The reason why a secret was malformed and therefore not passed on.
  var problem: Sentence? { refused.withLock { $0 } }

  init(_ secrets: any SecretSource) { self.secrets = secrets }

  func write(_ line: String) {}
  func buzz() {}
  func cover() {}
  func ask(_ question: Question) async -> Typed {
    let wanted: OneShotSecret? =
      switch question.field {
      case "pin": .pin
      case "pairing": .pairing
      default: nil
      }
    guard let wanted, used.withLock({ $0.insert(wanted).inserted }), let secret = await secrets.read(wanted) else {
      return .end
    }
    do throws(OneShotSecret.Problem) { return .hidden(try wanted.read(secret)) } catch {
      refused.withLock { $0 = error.sentence }
      return .end
    }
  }
}

extension CardOneShot {
  /// Signs in with the card and opens the Master Key by running the whole flow without a person.
  public func login(_ person: TerminalSession, _ vault: Vault, accounts: Accounts) async -> CardResult {
    do throws(Stop) {
      let card = try await reach()
      try await pair(card)
      try await checkPIN(of: card)
      try require(.pin)
    } catch { return error.result }
    let terminal = AutomaticTerminal(secrets)
    var run = TerminalRun(person, vault, on: terminal, patience: nil, perform: perform)
    let end = try? await run.run(.cardLogin)
    if let problem = terminal.problem { return Stop.malformed(problem).result }
    guard end?.grants == true else {
      return CardResult(status: 1, "notSignedIn", run.answer?.screen.complaint ?? "The card did not sign in.")
    }
    var result = CardResult()
    result.account = try? await accounts.facts(of: run.person.session)?.username
    result.isOpen = run.vault.isOpen
    try? await run.person.close()
    return result
  }
}

extension Screen<String> {
  /// The problem, in one sentence.
  var complaint: Sentence? {
    blocks.lazy.compactMap { if case .banner(let copy, _) = $0 { copy.sentence } else { nil } }.first
      ?? says.first?.sentence
  }
}
