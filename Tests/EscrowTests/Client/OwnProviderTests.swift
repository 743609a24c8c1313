import Encoding
import Testing

@testable import Escrow

/// Providers that this installation runs itself, at automatically chosen ports, and strangers at those ports.
@Suite struct OwnProviderTests {
  private func key() throws -> OwnProviderKey {
    try #require(OwnProviderKey(DrawnBytes.secret(OwnProviderKey.byteCount)))
  }

  @Test("A stranger at a provider's port is only asked for a proof, and gets no identifying data")
  func stranger() async throws {
    try await withProviders(2) { providers, client async throws in
      let (stranger, chosen) = (providers[0], providers[1])
      var client = client
      for key in [try key(), nil] {
        client.own = OwnProviders([stranger.address], key: key)
        let mayAsk = (chosen: await client.mayAsk(chosen.address), stranger: await client.mayAsk(stranger.address))
        #expect(mayAsk == (true, false))
        let draft = await RecoveryClient(client).discover(try Person.recovery(providers))
        #expect(draft.standings == [stranger.address: .trouble(.unreachable), chosen.address: .nothing])
        await #expect(throws: EscrowError(.unreachable, "")) { try await client.configuration(of: stranger.address) }
      }
      #expect(stranger.requests.allSatisfy { $0.call == .own && $0.path.hasPrefix("/own/") && $0.body.isEmpty })
      #expect(
        !stranger.requests.isEmpty && Set(stranger.requests.map(\.path)).count == stranger.requests.count,
        "a nonce is used once")
    }
  }

  @Test("A provider proves itself before each request, and again before a repeated one") func again() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], key = try key()
      one.state.withLock { $0.proof = { key.proof(of: one.address, for: $0) } }
      var client = client
      client.own = OwnProviders([one.address], key: key)
      one.trick(.config, .cut)
      _ = try await client.configuration(of: one.address)
      #expect(one.requests.map(\.call) == [.own, .config, .own, .config])
      // By now a different program has its port.
      one.state.withLock { $0.proof = nil }
      await #expect(throws: EscrowError(.unreachable, "")) { try await client.configuration(of: one.address) }
      #expect(one.requests.map(\.call) == [.own, .config, .own, .config, .own])
    }
  }

  @Test("A proof is valid for only one address, one nonce and one key") func proofs() throws {
    let key = try key(), other = try self.key(), nonce = DrawnBytes.bytes(32)
    let one = try #require(ProviderAddress("http://127.0.0.1:8431/")),
      two = try #require(ProviderAddress("http://127.0.0.1:8432/"))
    let proof = key.proof(of: one, for: nonce)
    #expect(key.isProof(proof, of: one, for: nonce))
    #expect(!key.isProof(proof, of: two, for: nonce), "another provider of this installation is no relay")
    #expect(
      !key.isProof(proof, of: one, for: DrawnBytes.bytes(32)) && !other.isProof(proof, of: one, for: nonce)
        && !key.isProof([], of: one, for: nonce))
    #expect(OwnProviderKey(Secret([1])) == nil)
  }
}
