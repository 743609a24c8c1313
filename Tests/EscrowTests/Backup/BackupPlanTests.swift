import Encoding
import Testing

@testable import Escrow

@Suite struct BackupPlanTests {
  @Test("Policies share one truth per method and provider, and each policy alone yields the secret")
  func planned() async throws {
    try await withProviders(3) { providers, _ async throws in
      let draft = try await BackupDraft(planning: Person.order(providers))
      #expect(draft.truths.map(\.method) == [0, 1, 2] && draft.document.policies.map(\.truthIDs.count) == [2, 2, 2])
      #expect(try draft.coreSecret().value.exposed == Person.secret)
      let shares = Dictionary(uniqueKeysWithValues: draft.truths.map { ($0.id, KeyShare(secret: $0.share.secret)) })
      for (policy, parts) in zip(draft.document.policies, draft.policies) {
        #expect(try draft.document.coreSecret(of: policy, with: shares).value.exposed == Person.secret)
        #expect(
          policy.truthIDs
            == parts.map { part in draft.truths.first { $0.method == part.method && $0.provider == part.provider }?.id }
        )
      }
      let again = try await BackupDraft(planning: Person.order(providers))
      #expect(Set(draft.truths.map(\.id)).isDisjoint(with: again.truths.map(\.id)))
      #expect(draft.outcome.unworkablePolicies == [0, 1, 2] && draft.outcome.missing.count == 6)
    }
  }

  @Test("An inconsistent order is rejected")
  func invalid() async throws {
    try await withProviders(2) { providers, _ async throws in
      let good = Person.order(providers), stranger = try #require(ProviderAddress("https://stranger.example/"))
      let breaks: [(inout BackupOrder) -> Void] = [
        { $0.attributes = [:] }, { $0.policies = [] }, { $0.policies[0] = [] }, { $0.years = 0 }, { $0.years = 6 },
        { $0.secretName = String(repeating: "n", count: 501) },
        { $0.policies[0][0].method = 3 }, { $0.policies[0][0].method = -1 }, { $0.policies[0][0].provider = stranger },
        { $0.policies[0][1].method = $0.policies[0][0].method }, { $0.methods[1].challenge = FiledSecret([1]) },
        { $0.providers[providers[0].address]?.methods = [] }, { $0.attributes["full_name"] = "\u{1}" },
      ]
      for change in breaks {
        var order = good
        change(&order)
        await #expect(throws: EscrowError(.invalid, "")) { try await BackupDraft(planning: order) }
      }
      var large = good
      large.secret = CoreSecret(DrawnBytes.secret(1 << 20))
      await #expect(throws: EscrowError(.tooLarge, "")) { try await BackupDraft(planning: large) }
    }
  }

  @Test("A draft prints none of its contents, and an encoded draft decodes to the same")
  func printed() async throws {
    try await withProviders { providers, _ async throws in
      let draft = try await BackupDraft(planning: Person.order(providers))
      var text = ""
      dump(draft, to: &text)
      text += "\(draft) \(String(reflecting: draft)) \(draft.methods) \(draft.truths.map(\.share))"
      for secret in ["blue", "erika", "Müller", "garden", draft.truths[0].share.base32.text] {
        #expect(!text.contains(secret))
      }
      #expect(try reread(draft) == draft)
    }
  }
}
