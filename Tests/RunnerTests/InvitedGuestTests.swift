import Demo
import Model
import TestSite
import Testing

@testable import AccountService
@testable import Runner

/// Registration in a run, on a site that admits by invitation.
@Suite struct InvitedGuestTests {
  @Test("of two people with a passkey in hand for one invitation, the second gets no account") func secondGuest()
    async throws
  {
    let first = try await Client(site: { $0.registration = .invite })
    let (token, _) = try await first.runner.invite()
    var guests: [Client] = []
    for name in ["ana", "ilinca"] {
      var guest = first
      guest.key = DemoAuthenticator()
      guest.session = try await first.runner.note(invitation: token, in: first.sessions.begin().1)
      try await guest.start(.registration)
      try await guest.press("register", ["username": name])
      guests.append(guest)
    }
    try await guests[0].touch()
    let late = guests[1]
    await #expect(throws: RunnerError(.byInvitation)) {
      var late = late
      try await late.touch()
    }
    #expect(try await first.store.read { try $0.accounts(limit: 9).map(\.username.text) } == ["ana"])
  }

  @Test("a card's run that an invitation began makes no account once the invitation is withdrawn") func withdrawn()
    async throws
  {
    var client = try await Client(site: { $0.registration = .invite })
    let (token, _) = try await client.runner.invite()
    client.session = try await client.runner.note(invitation: token, in: client.sessions.begin().1)
    client.card = try PlayedCard()
    try await client.start(.cardOnboarding)
    try await client.press("settingUp.choose.existing")
    try await client.enterCard()
    try #require(client.choices.contains("register"))
    try await client.store.write { try $0.delete(invitation: token.id.digest) }
    await #expect(throws: RunnerError(.byInvitation)) {
      var late = client
      try await late.press("register", ["username": "ana"])
    }
    #expect(try await client.store.read { try $0.accounts(limit: 9).isEmpty })
  }
}
