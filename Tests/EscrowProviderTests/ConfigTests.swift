import Encoding
import Escrow
import EscrowProvider
import Foundation
import Store
import Testing
import TestProvider

@Suite struct ConfigTests {
  @Test("A client can read a provider's configuration, and the salt survives restarts")
  func config() async throws {
    let store = try SQLiteProviderStore()
    var salts: [Base32Bytes] = []
    for _ in 0..<2 {
      try await withProvider(store: store) { provider in
        let answer = try await Peer(provider).get("config")
        let read = try JSONDecoder().decode(ProviderConfiguration.self, from: Data(answer.body))
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
        #expect(read.name == "anastasis" && read.version == "1:0:0" && read.currency == "TESTKUDOS" && !read.isOld)
        #expect(
          Set(read.methods.map(\.type)) == Set(MethodType.known)
            && read.methods.allSatisfy { $0.cost.text == "TESTKUDOS:0" })
        #expect(answer.json["practice"] == nil && answer.json["server_salt"] == nil)
        salts.append(read.providerSalt)
      }
    }
    #expect(salts[0] == salts[1] && salts[0].bytes.count == 16)
  }

  @Test("A question is offered even without other methods; truths for other methods are rejected")
  func questionAlways() async throws {
    try await withProvider(change: { $0.methods = [] }) { provider in
      let read = try JSONDecoder().decode(
        ProviderConfiguration.self, from: Data(try await Peer(provider).get("config").body))
      #expect(read.methods.map(\.type) == [.question])
      #expect(try await Deposit(provider, .email, "a@b.example").upload().refusal == Refused(400, 8151))
    }
  }

  @Test("A practice provider is marked as such in its name, to programs and people and in each code")
  func practice() async throws {
    try await withProvider(change: { $0.isPractice = true }) { provider in
      let peer = Peer(provider), config = try await peer.get("config")
      #expect(
        config.json["practice"] as? Bool == true
          && (config.json["business_name"] as? String)?.contains("practice") == true)
      #expect(try await peer.get("").text.contains("practice"))
      let deposit = Deposit(provider, .email, "max@example.com")
      _ = try await deposit.upload()
      _ = try await deposit.challenge()
      let letter = try #require(provider.outbox.letters.first)
      #expect(letter.text.contains("practice") && letter.subject.contains("Practice"))
      #expect(letter.text.contains("nobody outside this computer gets it"))
    }
  }

  @Test("How to meet the host is published only if the provider reviews photos") func meeting() async throws {
    try await withProvider { provider in
      let config = try await Peer(provider).get("config")
      #expect(config.json["video_meeting"] as? String == "Ring at the cellar door")
      #expect(
        try JSONDecoder().decode(ProviderConfiguration.self, from: Data(config.body)).meeting
          == "Ring at the cellar door")
    }
    try await withProvider(change: { $0.methods = $0.methods.filter { $0.type != .video } }) { provider in
      let config = try await Peer(provider).get("config")
      #expect(config.json["video_meeting"] == nil)
    }
  }

  @Test("Terms come in the requested language and form, with a version that clients can check")
  func terms() async throws {
    let texts = [
      ("en", "text/plain", "Terms"), ("de", "text/plain", "Bedingungen"), ("de", "text/html", "<p>Bedingungen</p>"),
    ]
    let terms = PublishedTexts(texts.map { .init(language: $0.0, mediaType: $0.1, bytes: Array($0.2.utf8)) })
    try await withProvider(change: { $0.terms = terms }) { provider in
      let peer = Peer(provider)
      let wishes: [(accept: String, language: String, text: String)] = [
        ("*/*", "de-CH, en;q=0.5", "Bedingungen"), ("text/html, text/plain;q=0.1", "de", "<p>Bedingungen</p>"),
        ("", "fr", "Terms"),
        ("text/plain", "fr;q=0.9, de;q=0.1, en;q=0.5", "Terms"), ("application/pdf", "de", "Bedingungen"),
      ]
      for wish in wishes {
        let answer = try await peer.get("terms", ["Accept": wish.accept, "Accept-Language": wish.language])
        #expect(answer.text == wish.text, "\(wish)")
      }
      let version = try #require(try await peer.get("terms").fields["taler-terms-version"])
      #expect(try await peer.get("terms", ["If-None-Match": "\"\(version)\""]).status == 304)
      let privacy = try await peer.get("privacy")
      #expect(privacy.status == 200 && privacy.text == "not configured")
    }
  }

  @Test(
    "Each seed is new and cached nowhere; a request for AGPL sources hears that there are none")
  func seedAndLicense() async throws {
    try await withProvider { provider in
      let peer = Peer(provider)
      var seeds: Set<[UInt8]> = []
      for _ in 0..<4 {
        let seed = try await peer.get("seed")
        #expect(
          seed.status == 200 && seed.fields["cache-control"] == "no-store"
            && seed.fields["content-type"] == "application/octet-stream")
        #expect(seed.body.count == 32)
        seeds.insert(seed.body)
      }
      #expect(seeds.count == 4)
      let license = try await peer.get("agpl")
      #expect(license.status == 501 && license.text.contains("Apache License 2.0"))
    }
  }

  @Test("A wrong HTTP method is answered with the allowed ones, and HEAD gets no body")
  func methods() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider), deposit = try Deposit(provider, answer: "blue"), peer = max.peer
      let cases: [(method: String, path: String, allowed: String)] = [
        ("POST", "config", "HEAD, GET, OPTIONS"), ("PUT", max.path, "HEAD, GET, POST, OPTIONS"),
        ("DELETE", max.path, "HEAD, GET, POST, OPTIONS"),
        ("POST", max.path + "/meta", "HEAD, GET, OPTIONS"), ("GET", deposit.path, "POST, OPTIONS"),
        ("GET", deposit.path + "/solve", "POST, OPTIONS"),
        ("PATCH", deposit.path + "/challenge", "POST, OPTIONS"), ("PUT", "", "HEAD, GET, OPTIONS"),
      ]
      for one in cases {
        let answer = try await peer.send(one.method, one.path, [:], nil)
        #expect(answer.refusal == Refused(405, 20) && answer.fields["allow"] == one.allowed, "\(one)")
      }
      _ = try await max.upload([1, 2, 3])
      for (path, status) in [
        ("config", 200), (max.path, 200), (deposit.path, 405), ("nothing", 404), ("policy/x", 400),
      ] {
        let head = try await peer.send("HEAD", path, [:], nil)
        #expect(head.status == status && head.body.isEmpty && head.fields["content-length"] != "0", "\(path)")
      }
    }
  }

  @Test("Pages of any origin may send requests, and unknown addresses are reported as such")
  func crossOrigin() async throws {
    try await withProvider { provider in
      let peer = Peer(provider)
      for path in ["config", "policy/x", "nothing", "truth/x"] {
        let answer = try await peer.get(path, ["Origin": "https://anywhere.example"])
        #expect(
          answer.fields["access-control-allow-origin"] == "*" && answer.fields["access-control-expose-headers"] == "*",
          "\(path)")
        let preflight = try await peer.send(
          "OPTIONS", path, ["Access-Control-Request-Headers": "anastasis-policy-signature"], nil)
        #expect(preflight.status == 204 && preflight.fields["access-control-allow-headers"] == "*", "\(path)")
      }
      #expect(try await peer.get("nothing").refusal == Refused(404, 21))
    }
  }

  @Test("A provider with a different salt than before does not start")
  func salt() async throws {
    let store = try SQLiteProviderStore()
    let salt = try await withProvider(store: store, change: { $0.saltText = "one" }) { $0.server.provider.salt }
    #expect(salt == ProviderSalt.derive(from: "one"))
    await #expect(throws: ProviderProblem.self) {
      try await withProvider(store: store, change: { $0.saltText = "two" }) { _ in }
    }
    #expect(try await withProvider(store: store) { $0.server.provider.salt } == salt)
  }
}
