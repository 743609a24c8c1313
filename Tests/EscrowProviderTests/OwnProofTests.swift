import Encoding
import Escrow
import TestProvider
import TestSite
import Testing

/// A provider that an installation runs itself, and one that a person chose.
@Suite struct OwnProofTests {
  @Test("One's own provider proves itself; with a different key or address it gets no requests")
  func proof() async throws {
    let key = try #require(OwnProviderKey(DrawnBytes.secret(OwnProviderKey.byteCount))), port = try FreePort.find()
    let address = try #require(ProviderAddress("http://127.0.0.1:\(port)/"))
    try await withProvider(port: port, change: { $0.ownProof = { key.proof(of: address, for: $0) } }) { provider in
      let http = ProviderClient.makeHTTPClient()
      var client = ProviderClient(http: http)
      client.own = OwnProviders([address], key: key)
      let mayAsk = await client.mayAsk(address)
      #expect(try await client.configuration(of: address).businessName == "Friend" && mayAsk)
      client.own = OwnProviders([address], key: OwnProviderKey(DrawnBytes.secret(OwnProviderKey.byteCount)))
      let withOther = await client.mayAsk(address)
      #expect(!withOther)
      await #expect(throws: EscrowError(.unreachable, "")) { try await client.configuration(of: address) }
      #expect(try await Peer(provider).get("own/XYZ").refusal == Refused(400, 26))
      try await http.shutdown()
    }
    try await withProvider { (provider) async throws in
      #expect(try await Peer(provider).get("own/\(Base32Bytes(DrawnBytes.bytes(32)).text)").refusal == Refused(404, 21))
    }
  }
}
