import Encoding
import Escrow
import EscrowProvider
import Foundation
import Model
import Testing
import TestProvider

@Suite(.enabled(if: Vectors.folder != nil, "LATCHSTRING_VECTORS is not set")) struct GoldenTests {
  @Test(
    "Our providers give back what others kept for another client: every policy opens the secret"
  )
  func recovery() async throws {
    let golden = try GoldenProvider.ports.map { try #require(try GoldenProvider.read($0)) }
    let scenario = try JSONDecoder().decode(
      GoldenScenario.self, from: try #require(try Vectors.read("golden/scenario.json")))
    var shares: [Base32Bytes: KeyShare] = [:]
    var document: RecoveryDocument?
    for one in golden {
      let user = try UserIdentifier(scenario.attributes, providerSalt: one.config.providerSalt.bytes)
      let store = try await one.store()
      try await withProvider(store: store) { provider in
        let peer = Peer(provider)
        let config = try JSONDecoder().decode(ProviderConfiguration.self, from: Data(try await peer.get("config").body))
        #expect(config.providerSalt == one.config.providerSalt)
        let kept = try await peer.get("policy/\(Base32Bytes(user.accountKey.publicKey).text)")
        #expect(kept.status == 200 && kept.fields["anastasis-version"] == "1")
        let read = try PackedDocument(opening: kept.body, for: user).document()
        document = read
        for method in read.methods where method.url == "http://127.0.0.1:\(one.port)/" {
          let share = try await Self.share(of: method, at: provider, scenario)
          let answer =
            method.type == .question
            ? Secret(Array((scenario.methods.first { $0.type == "question" }?.challenge ?? "").utf8)) : nil
          shares[method.truthID] = try KeyShare(opening: share, for: user, answer: answer)
        }
      }
    }
    let read = try #require(document)
    #expect(Set(read.methods.map(\.type)) == Set(scenario.methods.map { MethodType(rawValue: $0.type) }))
    for policy in read.policies {
      let secret = try read.coreSecret(of: policy, with: shares)
      #expect(
        secret.value.withBytes { Array($0) } == scenario.secret.value.bytes && secret.mime == scenario.secret.mime)
    }
  }

  /// Answers one challenge as the person would.
  private static func share(of method: RecoveryDocument.Method, at provider: TestProvider, _ scenario: GoldenScenario)
    async throws -> [UInt8]
  {
    let peer = Peer(provider), path = "truth/\(method.truthID.text)",
      key: [String: Any] = ["truth_decryption_key": method.truthKey.text]
    let typed = scenario.methods.first { $0.type == method.type.rawValue }
    var response: [UInt8]
    switch method.type {
    case .question:
      response = try AnswerHash.of(
        answer: Secret(Array((typed?.challenge ?? "").utf8)), salt: method.questionSalt.bytes,
        truth: method.truthID.bytes)
    case .totp:
      let clock = Secret(typed?.bytes?.bytes ?? [])
      response = AnswerHash.of(
        code: TimeBasedCode.code(key: clock, counter: UInt64(provider.clock.now.timeIntervalSince1970) / 30))
    case .iban:
      let details = try await peer.post(path + "/challenge", json: key).json["wire_details"] as? [String: Any]
      let code = try #require(details?["answer_code"] as? UInt64), iban = try #require(typed?.challenge)
      let transfer = BankTransfer(
        reference: "1", iban: iban, amount: "TESTKUDOS:1", subject: details?["wire_transfer_subject"] as? String ?? "",
        seenAt: Date())
      try await provider.store.write { try $0.insert(transfer) }
      response = AnswerHash.of(code: code)
    default:
      #expect(try await peer.post(path + "/challenge", json: key).status == 200)
      response = AnswerHash.of(code: try #require(UInt64(provider.lastCode?.dropFirst(2) ?? "")))
    }
    let solved = try await peer.post(
      path + "/solve", json: key.merging(["h_response": Base32Bytes(response).text]) { $1 })
    #expect(solved.status == 200, "\(method.type.rawValue)")
    return solved.body
  }

  @Test("A third-party client's recorded requests are answered as the protocol specifies")
  func requests() async throws {
    let golden = try #require(try GoldenProvider.read(18086))
    let text = String(decoding: try #require(try Vectors.read("golden/requests-18086.txt")), as: UTF8.self)
    var statuses: [String] = []
    let store = try await golden.store(isEmpty: true)
    try await withProvider(store: store) { provider in
      let peer = Peer(provider)
      for block in text.components(separatedBy: "\n\n") where !block.isEmpty {
        let lines = block.split(separator: "\n").map(String.init), start = lines[0].split(separator: " ")
        let fields = lines[1...].prefix { $0.contains(": ") && !$0.hasPrefix("{") }.map {
          $0.split(separator: ": ", maxSplits: 1).map(String.init)
        }
        let own = ["host", "connection", "content-length", "accept-encoding"]
        let headers = Dictionary(
          uniqueKeysWithValues: fields.filter { !own.contains($0[0].lowercased()) }.map { ($0[0], $0[1]) })
        let written = lines.count > fields.count + 1 ? lines[fields.count + 1] : ""
        let body = written.hasPrefix("{") ? Array(written.utf8) : try #require(CrockfordBase32.decode(written))
        let length = try #require(fields.first { $0[0].lowercased() == "content-length" }.flatMap { Int($0[1]) })
        try #require(body.count == length)
        let answer = try await peer.send(String(start[0]), String(start[1].dropFirst()), headers, body)
        statuses.append(
          "\(start[1].split(separator: "/")[0]) \(answer.status) \(answer.fields["anastasis-version"] ?? "-")")
      }
      let known = try #require(golden.policies.first)
      let fetched = try await peer.get("policy/\(known.key)")
      #expect(fetched.body == known.value.first?.document.bytes)
      let meta = try await peer.get("policy/\(known.key)/meta").json["1"] as? [String: Any]
      #expect(meta?["meta"] as? String == known.value.first?.metaData?.text)
    }
    #expect(statuses == ["truth 204 -", "truth 204 -", "policy 204 1"])
  }
}
