import Encoding
import CardHands
import Flows
import Foundation
import Model
import Runner
import Sentences

/// What a command with passkeys is about.
public enum KeyErrand: Hashable, Sendable {
  /// Signs in, and opens the journal.
  case login
  /// Signs in, opens the journal, and reads it.
  case journal
  /// Signs in, and tries a key of the account.
  ///
  /// - Parameter key: Its name; `nil` if it is chosen.
  case drill(String?)
  /// Makes an account for the passkey.
  case register

  /// `true` if the errand opens the journal.
  var opens: Bool { if case .drill = self { false } else { true } }
}

/// What came of an errand.
struct KeyOutcome {
  var username = ""
  /// `true` if the Master Key is open.
  var isOpen = false
  var journal: CopiedJournal?, size: Sentence?
  /// The key that was tried, and whether it opened its own wrap.
  var tried: (name: Sentence, opens: Bool)?
  /// What the last screen complained of, where the errand ended early.
  var complaint: Sentence?
}

/// The reason why a key could not be tried.
public enum KeyChoiceProblem: Error, Hashable, Sendable {
  case unknown(String, known: [String])
  case several([String])
}

extension TerminalRun {
  /// Runs a flow. Whoever is gone in its middle has not come to its end.
  fileprivate mutating func attempt(_ flow: FlowName, about key: KeyID? = nil, isInPlace: Bool = false) async throws
    -> RunEnd?
  {
    do { return try await run(flow, about: key, isInPlace: isInPlace) } catch is TerminalGone { return nil }
  }
}

extension KeyEnvironment {
  /// Runs one errand from its first screen to its end.
  ///
  /// - Parameters:
  ///   - choose: Asks which of the account's keys is meant; returns its index.
  /// - Returns: The outcome; `nil` if nobody signed in.
  /// - Throws: `StoreFailure`, `KeyChoiceProblem`.
  func run<Window: Terminal>(
    _ errand: KeyErrand, by source: Source, on window: Window, _ manner: KeyManner,
    choose: ([Sentence]) async throws -> Int?
  ) async throws -> (outcome: KeyOutcome, hasSignedIn: Bool) {
    var outcome = KeyOutcome()
    let patience: Duration? = if case .attended = manner { .milliseconds(300) } else { nil }
    func begin(_ session: TerminalSession, _ vault: Vault, _ source: Source) -> TerminalRun<Window> {
      TerminalRun(
        session, vault, on: window, patience: patience, perform: { _ in CardNews(.absent(.noReader)) },
        performKey: performer(source, manner))
    }
    var run = begin(try await person(), vault(), source)
    let end = try await run.attempt(errand == .register ? .registration : .passkeyOnly, isInPlace: errand != .register)
    guard end?.grants == true, let account = run.person.session.account else {
      outcome.complaint = run.answer?.screen.complaint
      try await run.person.close()
      return (outcome, false)
    }
    outcome.username = try await store.read { try $0.account(account)?.username.text } ?? ""
    if case .drill(let name) = errand {
      if let key = try await key(named: name, of: account, choose) {
        let isOwn = try await ownPasskeys().contains(key.id), began = try await drilled(key.id)
        run = begin(run.person, run.vault, isOwn ? .own : source == .own ? .plugged : source)
        _ = try await run.attempt(.keyTest, about: key.id)
        outcome.tried = (key.name, try await drilled(key.id) != began)
        outcome.complaint = run.answer?.screen.complaint
      }
    } else {
      _ = try await run.attempt(.journal, isInPlace: true)
      outcome.isOpen = run.vault.isOpen
      outcome.complaint = run.answer?.screen.complaint
      try await read(&run, errand, &outcome)
    }
    try await run.person.close()
    return (outcome, true)
  }

  private func read<Window: Terminal>(
    _ run: inout TerminalRun<Window>, _ errand: KeyErrand, _ outcome: inout KeyOutcome
  ) async throws {
    guard run.vault.isOpen, let journal = try await run.person.journal() else { return }
    do {
      outcome.size = try run.vault.count(journal)?.sentence
      if errand == .journal, let entries = try run.vault.read(journal) {
        outcome.journal = CopiedJournal(of: outcome.username, entries.compactMap(CopiedJournal.Entry.init))
      }
    } catch { outcome.complaint = Self.unreadable }
  }

  private static var unreadable: Sentence {
    """
    What is stored on this computer doesn't fit together, so your journal was not read. Start Latchstring anew and try \
    again. If it says so again, go back to a copy of your accounts that you kept.
    """
  }

  /// Returns the key that is meant; `nil` if the person chose none.
  private func key(named name: String?, of account: AccountID, _ choose: ([Sentence]) async throws -> Int?) async throws
    -> (id: KeyID, name: Sentence)?
  {
    let keys = try await store.read { records in
      try records.ways(of: account).filter { $0.kind == .key && $0.stands && $0.revokedAt == nil }
        .map { (id: $0.id, name: KeyName.sentence($0.label)) }
    }
    if let name {
      let found = keys.filter { [$0.name.said.lowercased(), $0.name.english.lowercased()].contains(name.lowercased()) }
      guard let first = found.first else { throw KeyChoiceProblem.unknown(name, known: keys.map(\.name.said)) }
      guard found.count == 1 else { throw KeyChoiceProblem.several(keys.map(\.name.said)) }
      return first
    }
    guard keys.count > 1 else { return keys.first }
    return try await choose(keys.map(\.name)).map { keys[$0] }
  }

  /// When this key last opened its own wrap in a drill; `nil` if it never did.
  private func drilled(_ key: KeyID) async throws -> Date? {
    try await store.read { records in try records.way(key).flatMap { $0.proofs[$0.kind.drillProof] } }
  }
}
