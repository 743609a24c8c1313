import Encoding
import Foundation
import Testing

@testable import Escrow

@Suite struct FaultTests {
  private static let truth = Base32Bytes([UInt8](repeating: 1, count: 32)),
    key = Base32Bytes([UInt8](repeating: 2, count: 64))

  @Test("A provider that is down, silent or endless is found unreachable within the time limit")
  func down() async throws {
    try await withProviders(patience: .milliseconds(200)) { providers, client async throws in
      let one = providers[0], nobody = try #require(ProviderAddress("http://127.0.0.1:1/"))
      await #expect(throws: EscrowError(.unreachable, "")) { try await client.configuration(of: nobody) }
      for trick in [Trick.silence, .trickle] {
        one.trick(.config, trick, times: 2)
        let asked = one.count(.config)
        await #expect(throws: EscrowError(.unreachable, "")) { try await client.configuration(of: one.address) }
        // A slow provider would be slow a second time, so it is not asked again.
        #expect(one.count(.config) <= asked + 1)
        one.behave()
      }
    }
  }

  @Test("When a connection is cut, reads and uploads are repeated once")
  func repeated() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0]
      one.trick(.config, .cut)
      #expect(try await client.configuration(of: one.address) == one.configuration)
      #expect(one.count(.config) == 2)
      one.trick(.config, .cut, times: 2)
      await #expect(throws: EscrowError(.unreachable, "")) { try await client.configuration(of: one.address) }
      one.trick(.uploadTruth, .cutAfter)
      let upload = TruthUpload(
        id: Self.truth, share: Base32Bytes([UInt8](repeating: 0, count: 72)), type: .email, truth: Base32Bytes([1]),
        years: 1)
      #expect(try await client.upload(upload, to: one.address) == .stored)
      let account = UserIdentifier(secret: Secret([UInt8](repeating: 3, count: 64))).accountKey
      one.trick(.uploadDocument, .cutAfter)
      let document = DocumentUpload(sealed: [1], metaData: nil, account: account, years: 1)
      #expect(try await client.upload(document, to: one.address) == .unchanged(version: 1))
    }
  }

  @Test(
    "A challenge or an answer is sent only once, as it may send a code or use up a try",
    arguments: [false, true])
  func once(isOld: Bool) async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], truth = TruthReference(provider: one.address, id: Self.truth, key: Self.key, isOld: isOld)
      for call in [PlayedCall.challenge, .solve, .old] { one.trick(call, .cutAfter, times: 9) }
      await #expect(throws: EscrowError(.unreachable, "")) { try await client.challenge(truth) }
      await #expect(throws: EscrowError(.unreachable, "")) {
        try await client.solve(truth, response: [UInt8](repeating: 0, count: 64))
      }
      #expect(one.requests.count == 2)
    }
  }
}
