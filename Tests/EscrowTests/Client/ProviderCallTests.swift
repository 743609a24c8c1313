import Encoding
import Foundation
import Testing

@testable import Escrow

@Suite struct ProviderCallTests {
  private static func upload(
    _ account: AccountKey, years: Int = 1, payment: Base32Bytes? = nil, bytes: [UInt8] = [1, 2, 3]
  ) -> DocumentUpload {
    DocumentUpload(sealed: bytes, metaData: [9, 9], account: account, years: years, payment: payment)
  }
  private static var account: AccountKey { UserIdentifier(secret: Secret([UInt8](repeating: 3, count: 64))).accountKey }

  @Test("A valid provider configuration is read, and anything else is rejected")
  func configuration() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0]
      #expect(try await client.configuration(of: one.address) == one.configuration)
      let nonsense = ["", "{}", "[]", "<html>", #"{"name":"anastasis"}"#]
      for text in nonsense {
        one.trick(.config, .answer(.json(200, text)))
        await #expect(throws: EscrowError(.unexpected, "")) { try await client.configuration(of: one.address) }
      }
      one.trick(
        .config,
        .changed { answer in
          PlayedAnswer(
            status: 200,
            body: Array(String(decoding: answer.body, as: UTF8.self).replacing("\"anastasis\"", with: "\"sync\"").utf8))
        })
      one.trick(.config, .answer(.fault(500, 60)))
      one.trick(.config, .answer(PlayedAnswer(status: 200, body: [UInt8](repeating: 32, count: 300 << 10))))
      for _ in 0..<3 {
        await #expect(throws: EscrowError(.unexpected, "")) { try await client.configuration(of: one.address) }
      }
    }
  }

  @Test("A provider that asks for patience is still recognized as a provider")
  func patience() async throws {
    try await withProviders { providers, client async throws in
      providers[0].trick(.config, .answer(PlayedAnswer(status: 429)))
      await #expect(throws: EscrowError(.limited, "")) { try await client.configuration(of: providers[0].address) }
      #expect(ProviderTrouble(EscrowError(.limited, "")) == .refused(EscrowRefusal(status: 429)))
    }
  }

  @Test("A redirect is not followed, whichever address it names")
  func redirect() async throws {
    try await withProviders(2) { providers, client async throws in
      providers[0].trick(
        .config, .answer(PlayedAnswer(status: 302, headers: ["Location": providers[1].address.text + "config"])))
      await #expect(throws: EscrowError(.unexpected, "")) { try await client.configuration(of: providers[0].address) }
      #expect(providers[1].requests.isEmpty)
    }
  }

  @Test("A document is stored only once, and returned as its account signed it")
  func document() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], account = Self.account
      #expect(try await client.document(of: account.publicKey, at: one.address) == .nothing)
      #expect(try await client.list(of: account.publicKey, at: one.address).result == .nothing)
      guard case .stored(1, let expiration?) = try await client.upload(Self.upload(account, years: 3), to: one.address)
      else {
        return surprise("not stored")
      }
      #expect(expiration == 1_800_000_000 + 3 * 31_536_000)
      #expect(try await client.upload(Self.upload(account), to: one.address) == .unchanged(version: 1))
      guard case .stored(2, _) = try await client.upload(Self.upload(account, bytes: [4]), to: one.address) else {
        return surprise("not stored")
      }
      #expect(
        try await client.document(of: account.publicKey, at: one.address)
          == .found(FetchedDocument(version: 2, sealed: [4])))
      #expect(
        try await client.document(of: account.publicKey, at: one.address, version: 1)
          == .found(FetchedDocument(version: 1, sealed: [1, 2, 3])))
      #expect(try await client.document(of: account.publicKey, at: one.address, version: 3) == .noSuchVersion)
      #expect(
        try await client.list(of: account.publicKey, at: one.address).result
          == .found([
            ListedDocument(version: 2, metaData: [9, 9], uploadTime: .seconds(1_800_000_001)),
            ListedDocument(version: 1, metaData: [9, 9], uploadTime: .seconds(1_800_000_000)),
          ]))
    }
  }

  @Test("Every other upload status maps to its result: payment, size, refusal or no valid answer")
  func uploads() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], account = Self.account, order = Base32Bytes([UInt8](repeating: 1, count: 32))
      one.state.withLock { ($0.asksMoney, $0.order) = ([.uploadDocument], order) }
      guard case .paymentDue(let request) = try await client.upload(Self.upload(account), to: one.address) else {
        return surprise("free")
      }
      #expect(request.identifier == order)
      one.state.withLock { _ = $0.paid.insert(order.text) }
      guard case .stored = try await client.upload(Self.upload(account, payment: request.identifier), to: one.address)
      else {
        return surprise("not stored")
      }
      one.state.withLock { $0.asksMoney = [] }
      #expect(
        try await client.upload(Self.upload(account, bytes: [UInt8](repeating: 0, count: 1 << 20)), to: one.address)
          == .tooLarge)
      #expect(
        try await client.upload(Self.upload(account, years: 9), to: one.address)
          == .refused(EscrowRefusal(status: 400, code: 26)))
      one.trick(.uploadDocument, .answer(PlayedAnswer(status: 502, body: Array("<html>".utf8))))
      #expect(try await client.upload(Self.upload(account), to: one.address) == .refused(EscrowRefusal(status: 502)))
      let wrong = [
        PlayedAnswer(status: 200), PlayedAnswer(status: 204), PlayedAnswer(status: 402),
        .payment("https://pay.example/"),
      ]
      for answer in wrong {
        one.trick(.uploadDocument, .answer(answer))
        await #expect(throws: EscrowError(.unexpected, "")) {
          try await client.upload(Self.upload(account), to: one.address)
        }
      }
    }
  }

  @Test("A document with a wrong signature, hash or version is rejected")
  func lies() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], account = Self.account
      _ = try await client.upload(Self.upload(account), to: one.address)
      let lies: [@Sendable (inout PlayedAnswer) -> Void] = [
        { $0.body[0] ^= 1 },
        { $0.headers["Anastasis-Policy-Signature"] = CrockfordBase32.encode([UInt8](repeating: 1, count: 64)) },
        { $0.headers["ETag"] = CrockfordBase32.encode([UInt8](repeating: 1, count: 64)) },
        { $0.headers["Anastasis-Version"] = "7" },
      ]
      for lie in lies {
        one.trick(
          .fetchDocument,
          .changed {
            var answer = $0
            lie(&answer)
            return answer
          })
        await #expect(throws: EscrowError(.inconsistent, "")) {
          try await client.document(of: account.publicKey, at: one.address, version: 1)
        }
      }
      one.trick(.fetchDocument, .answer(PlayedAnswer(status: 200, body: [1])))
      await #expect(throws: EscrowError(.unexpected, "")) {
        try await client.document(of: account.publicKey, at: one.address)
      }
      one.trick(.fetchDocument, .answer(PlayedAnswer(status: 204)))
      #expect(try await client.document(of: account.publicKey, at: one.address) == .nothing)
      one.trick(.fetchDocument, .answer(.fault(400, 26)))
      #expect(
        try await client.document(of: account.publicKey, at: one.address)
          == .refused(EscrowRefusal(status: 400, code: 26)))
      for text in ["[]", #"{"a":{}}"#, #"{"0":{}}"#, #"{"1":{"meta":"$"}}"#] {
        one.trick(.list, .answer(.json(200, text)))
        await #expect(throws: EscrowError(.unexpected, "")) {
          try await client.list(of: account.publicKey, at: one.address)
        }
      }
      one.trick(.list, .answer(.fault(500, 60)))
      #expect(
        try await client.list(of: account.publicKey, at: one.address).result
          == .refused(EscrowRefusal(status: 500, code: 60))
      )
      for (field, left) in [
        #""look-ups";r=7"#: 7, #""a";r=1, "look-ups"; r=0;t=9"#: 0, #""other";r=3"#: nil, #""look-ups";r=-1"#: nil,
        "look-ups": nil,
      ] as [String: Int?] {
        one.trick(
          .list, .answer(PlayedAnswer(status: 404, headers: ["RateLimit": field], body: Array(#"{"code":8350}"#.utf8))))
        #expect(
          try await client.list(of: account.publicKey, at: one.address) == ListAnswer(.nothing, lookUpsLeft: left),
          "\(field)")
      }
      one.trick(.list, .answer(.fault(404, 21)))
      #expect(try await client.list(of: account.publicKey, at: one.address).result == .noLists)
    }
  }

  @Test("Truths are at the host's root, and a provider that moved is contacted at its new address")
  func addresses() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], base = try #require(ProviderAddress(one.address.text + "base/of/it/"))
      let truth = TruthReference(
        provider: base, id: Base32Bytes([UInt8](repeating: 1, count: 32)), key: Base32Bytes([]))
      #expect(try await client.challenge(truth) == .unknownTruth)
      _ = try? await client.configuration(of: base)
      #expect(one.requests.map(\.path) == ["/truth/\(truth.id.text)/challenge", "/base/of/it/config"])
      let old = try #require(ProviderAddress("https://gone.example/"))
      var moved = client
      moved.moved = [old: one.address]
      #expect(try await moved.configuration(of: old) == one.configuration)
    }
  }
}
