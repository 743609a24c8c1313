import Foundation
import HandsProtocol
import TestProvider
import TestSite
import Testing

/// Reading back: shares that providers accepted are requested again before anything is reported as backed up.
@Suite struct EscrowReadingBackTests {
  @Test("C-39: a provider that lost its share is listed as missing it, and receives it once more")
  func missing() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let plan = EscrowPerson.plan(provider.url)
        await person.prepare()
        #expect(await person.ask(.upload(plan)).reply == .uploaded(isPractice: false))
        _ = try await provider.store.write { try $0.deleteTruths(expiringBefore: .distantFuture, limit: 100) }
        let lost = await person.ask(.upload(plan))
        #expect(lost.reply == .gaps([EscrowGap(url: provider.url, .missing)]) && lost.shown == nil)
        #expect(await person.ask(.upload(plan)).reply == .uploaded(isPractice: false))
      }
    }
  }

  /// The report does not mention the other providers.
  @Test("C-39: a provider that accepted everything and then went silent is reported as unchecked")
  func unchecked() async throws {
    let clock = TestClock(), silent = try await RunningProvider.start(clock: clock)
    try await withProvider(clock: clock) { provider in
      try await withPerson([.init(url: provider.url), .init(url: silent.provider.url)]) { person in
        let plan = EscrowPlan([EscrowPolicyFacts([.init(0, provider.url), .init(1, silent.provider.url)])], years: 1)
        await person.prepare()
        #expect(await person.ask(.upload(plan)).reply == .uploaded(isPractice: false))
        await silent.stop()
        #expect(await person.ask(.upload(plan)).reply == .gaps([EscrowGap(url: silent.provider.url, .unchecked)]))
      }
    }
    await silent.stop()
  }
}
