import Demo
import Foundation
import Model
import OpenID
import Testing

@testable import Runner

/// What ends at services when somebody does something about their keys.
@Suite struct ServiceRevocationTests {
  let keys = Keys()

  /// A service that wants to hear, and what it was given: by each of the two keys in this session, and elsewhere.
  private func give(_ client: Client) async throws -> AccountID {
    let account = try #require(client.session.account), here = client.session.id
    var notes = OpenID.Client(id: "notes", name: "Notes", redirectURIs: ["https://notes.example/"])
    notes.backChannelLogoutURI = "https://notes.example/logout"
    let now = client.clock.now, service = try DeclaredService(notes, secret: nil, at: now)
    let black = try await client.way("black").id, yellow = try await client.way("yellow").id
    let places: [(String, KeyID?, SessionID?)] = [
      ("black here", black, here), ("yellow here", yellow, here), ("black later", black, nil),
      ("yellow later", yellow, nil), ("password elsewhere", nil, SessionID(digest: [1])),
    ]
    try await client.store.write { records in
      try records.insert(service)
      for (name, credential, session) in places {
        try records.insert(
          ServiceGrant(
            id: name, service: "notes", account: account, credential: credential, session: session, isOffline: true,
            contents: "{}", createdAt: now, expiresAt: now + 1_000_000))
      }
    }
    return account
  }

  private func left(_ client: Client, _ account: AccountID) async throws -> Set<String> {
    let (grants, logouts) = try await client.store.read { records in
      (try records.serviceGrants(of: account).map(\.id), try records.serviceLogouts(of: account, limit: 9).map(\.id))
    }
    #expect(Set(grants).isDisjoint(with: logouts) && grants.count + logouts.count == 5, "each is there, or is told")
    return Set(grants)
  }

  @Test(
    "revoking a key ends what it gave, also in the session that goes on, and nothing that another key gave there",
    arguments: [false, true])
  func revoked(mayBeHeld: Bool) async throws {
    var (client, _) = try await Client.enrolled(keys)
    let account = try await give(client)
    try await client.revoke(try await client.way("black").id, with: keys.yellow, mayBeHeld: mayBeHeld)
    #expect(try await left(client, account) == ["yellow here"])
  }

  @Test("renaming a key, trying one and opening the journal end nothing")
  func harmless() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let account = try await give(client)
    try await client.openJournal(keys.yellow)
    #expect(try await left(client, account).count == 5)
  }

  @Test("coming back with the words ends what was given in every other session")
  func recovered() async throws {
    var (client, words) = try await Client.enrolled(keys)
    let account = try await give(client)
    _ = try await client.recover(words, DemoAuthenticator())
    #expect(try await left(client, account).isSubset(of: ["yellow here", "black here"]))
  }

  @Test("deleting the account ends what was given elsewhere at once, and here when it is gone")
  func deleted() async throws {
    let (client, _) = try await Client.enrolled(keys)
    let account = try await give(client)
    _ = try await client.runner.deleteNow(account)
    #expect(try await left(client, account).isEmpty)
  }
}
