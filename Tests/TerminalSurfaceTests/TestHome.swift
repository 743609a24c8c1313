import AccountService
import CeremonyService
import Foundation
import Model
import Passwords
import Runner
import Store
import Testing

@testable import TerminalSurface

/// A home on one person's computer, in memory: the runner that a terminal talks to.
struct TestHome {
  static let origin = "http://latchstring.localhost:8420"
  let store: any Store
  let runner: Runner
  let sessions: Sessions
  let accounts: Accounts

  init(_ store: any Store) throws {
    self.store = store
    let site = Site(
      rpID: "latchstring.localhost", rpName: "Latchstring", origins: [Self.origin],
      prfSalt: [UInt8](repeating: 7, count: 32))
    let hashing = try #require(PasswordHashing(cost: Argon2id(operations: 1, memory: 8 << 20)))
    runner = Runner(
      store: store, environment: .live, hashing: hashing, ceremonies: Ceremonies(site: site, environment: .live))
    sessions = Sessions(runner: runner)
    accounts = Accounts(store: store, environment: .live)
  }
  static func empty() throws -> TestHome { try TestHome(SQLiteStore()) }

  func person() async throws -> TerminalSession { try await TerminalSession(runner: runner, sessions: sessions) }
  func run(_ hands: PlayedHands, on terminal: ScriptedTerminal, vault: Vault = Vault(memory: DeviceMemory(path: nil)))
    async throws -> TerminalRun<ScriptedTerminal>
  {
    TerminalRun(try await person(), vault, on: terminal, patience: nil) { await hands.perform($0) }
  }
}
