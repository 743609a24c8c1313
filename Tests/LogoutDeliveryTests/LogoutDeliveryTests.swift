import AccountService
import Encoding
import Foundation
import Logging
import Model
import OpenID
import Runner
import ServiceLifecycle
import Store
import TestSite
import Testing

@testable import LogoutDelivery

/// What services hear over the network when a sign-in has ended (OpenID Connect Back-Channel Logout 1.0).
@Suite struct LogoutDeliveryTests {
  /// A site with a service at this address, to which its one account gave something, while services are told.
  private func withTold(
    at address: String, _ body: (TestSite, AccountID) async throws -> Void
  ) async throws {
    try await withSite(hasServices: true) { (site) async throws in
      let account = Account(
        id: AccountID(Array(0..<16)), username: try #require(Username("mirela")), createdAt: site.clock.now)
      var client = Client(id: "notes", name: "Notes", redirectURIs: ["https://notes.example/back"])
      client.backChannelLogoutURI = address
      try await site.declare(client)
      try await site.store.write { try $0.insert(account) }
      let clock = site.clock
      let delivery = LogoutDelivery(
        desks: site.desks, runner: site.runner, store: site.store,
        environment: ServerEnvironment(now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let telling = Task { try await delivery.run() }
      defer { telling.cancel() }
      try await body(site, account.id)
    }
  }

  /// Gives the service something, and ends it.
  private func end(_ id: String, of account: AccountID, on site: TestSite) async throws {
    let now = site.clock.now
    try await site.store.write { records in
      try records.insert(
        ServiceGrant(
          id: id, service: "notes", account: account, credential: nil, session: nil, isOffline: true, contents: "{}",
          createdAt: now, expiresAt: now + 1000))
    }
    try await site.runner.signOutEverywhere(account)
  }

  private func until(_ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while try await !isSo(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
  }
  private func logout(_ id: String, _ account: AccountID, _ site: TestSite) async throws -> ServiceLogout? {
    try await site.store.read { try $0.serviceLogouts(of: account, limit: 999) }.first { $0.id == id }
  }
  private func events(_ site: TestSite, _ account: AccountID) async throws -> [AuditEvent] {
    try await site.store.read { try $0.entries(of: account).map(\.event) }
  }

  @Test("a service is told at once, with a token that names the sign-in, and the log says that it heard")
  func told() async throws {
    try await Listener.listening { listener in
      try await withTold(at: listener.address) { site, account in
        let begin = ContinuousClock.now
        try await end("sid", of: account, on: site)
        try await until { !listener.bodies.isEmpty }
        #expect(ContinuousClock.now - begin < .seconds(15))
        let form = try #require(listener.bodies.first.flatMap { Parameters(decoding: $0) })
        let parts = try #require(form["logout_token"]).split(separator: ".")
        let bytes = try #require(Base64URL.decode(parts[1]))
        let claims = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(claims["sid"] as? String == "sid" && claims["iss"] as? String == site.origin)
        #expect(claims["nonce"] == nil && claims["jti"] != nil && claims["aud"] as? String == "notes")
        try await until { try await logout("sid", account, site)?.heardAt != nil }
        let known = try #require(try await logout("sid", account, site))
        #expect(known.heardAt != nil && known.nextAt == nil && known.tries == 1)
        #expect(try await events(site, account).last == .serviceHeard)
      }
    }
  }

  @Test("a service that refuses is told again, less and less often, and given up after a day, as the log says")
  func refusing() async throws {
    try await Listener.listening { listener in
      listener.answer(.internalServerError)
      try await withTold(at: listener.address) { site, account in
        try await end("sid", of: account, on: site)
        var pauses: [Int] = []
        for tries in 1... {
          try await until { try await logout("sid", account, site)?.tries == tries }
          let known = try #require(try await logout("sid", account, site))
          guard known.tries == tries else { Issue.record("not tried again after \(pauses)"); break }
          guard let next = known.nextAt else { break }
          pauses.append(Int((next.timeIntervalSince(site.clock.now) + 3).rounded(.down)))
          site.clock.advance(max(0, next.timeIntervalSince(site.clock.now)) + 1)
        }
        #expect(pauses.count > 24 && pauses.last.map { (3590...3604).contains($0) } == true, "\(pauses)")
        #expect(Set(listener.bodies).count == listener.bodies.count, "each attempt has a token of its own")
        try await until { try await events(site, account).last == .serviceMissed }
        #expect(try await events(site, account).last == .serviceMissed)
        #expect(try await logout("sid", account, site)?.heardAt == nil)
      }
    }
  }

  @Test("a service that hangs holds up neither what ended nor the other services")
  func hanging() async throws {
    try await Listener.listening { hanging in
      hanging.hang()
      try await Listener.listening { listener in
        try await withTold(at: hanging.address) { site, account in
          let begin = ContinuousClock.now
          try await end("first", of: account, on: site)
          #expect(ContinuousClock.now - begin < .seconds(4))
          try await until { !hanging.bodies.isEmpty }
          var client = Client(id: "photos", name: "Photos", redirectURIs: ["https://photos.example/"])
          client.backChannelLogoutURI = listener.address
          let now = site.clock.now
          try await site.store.write { records in  // more than there are places, and all due before
            for number in 0..<100 {
              try records.insert(
                ServiceLogout(
                  id: "more \(number)", service: "notes", account: account, createdAt: now, nextAt: now - 9))
            }
          }
          try await site.declare(client)
          try await site.store.write { records in
            try records.insert(
              ServiceLogout(id: "second", service: "photos", account: account, createdAt: now, nextAt: now))
          }
          try await until { try await logout("second", account, site)?.heardAt != nil }
          #expect(try await logout("second", account, site)?.heardAt != nil)
          #expect(try await logout("first", account, site)?.heardAt == nil)
        }
      }
    }
  }

  @Test("the pauses are five seconds, then four times longer each time, up to an hour")
  func pauses() {
    #expect((1...7).map { LogoutDelivery.pause(after: $0) } == [5, 20, 80, 320, 1280, 3600, 3600])
    #expect(LogoutDelivery.pause(after: .max) == 3600 && LogoutDelivery.pause(after: 0) == 5)
  }
}
