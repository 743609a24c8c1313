import AsyncHTTPClient
import Encoding
import Escrow
import Foundation
import HandsProtocol
import Synchronization
import TestProvider
import Testing
import Vocabulary

@testable import EscrowHands

/// A person whose hands are killed after every order: each order gets new hands, which know only the folder.
struct EscrowPerson: Sendable {
  static let origin = "http://latchstring.localhost:8420"
  let folder: String
  let http: HTTPClient
  let providers: [EscrowOperations.DefaultProvider]
  var time = Date(timeIntervalSince1970: 1_800_000_000)

  func ask(_ effect: EscrowEffect, _ typed: [FieldID: String] = [:], from origin: String = origin) async -> EscrowNews {
    await operations.perform(EscrowWork(effect, secrets: typed.mapValues { Secret($0.utf8) }), from: origin)
  }
  var operations: EscrowOperations {
    let time = time
    return EscrowOperations(client: ProviderClient(http: http), folder: folder, providers: providers, now: { time })
  }
  /// The same person at another computer, which knows no providers.
  var elsewhere: EscrowPerson { EscrowPerson(folder: folder + "/elsewhere", http: http, providers: [], time: time) }

  /// The contents of all files in the folder.
  var kept: String {
    (FileManager.default.subpaths(atPath: folder) ?? []).compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }.joined()
  }

  /// A person from Switzerland, with the values of the country's own examples.
  static var attributes: [FieldID: String] {
    let asked = Country.of(code: "ch")?.attributes ?? []
    return Dictionary(asked.map { (FieldID(rawValue: $0.name), $0.example) }) { first, _ in first }
  }
  func identify(_ purpose: EscrowPurpose, _ attributes: [FieldID: String] = attributes) async -> EscrowNews {
    await ask(.identify(purpose, country: "ch", fields: Array(attributes.keys)), attributes)
  }

  static let question: [FieldID: String] = [
    "question": "Which tree stood behind the school?", "answer": "The old walnut",
  ]
  static let post: [FieldID: String] = [
    "recipient": "Mirela Muster", "street": "Seestrasse 14", "postcode": "8002", "city": "Zürich",
    "postalCountry": "Switzerland",
  ]
  func add(_ kind: EscrowKind, _ typed: [FieldID: String]) async -> EscrowReply {
    await ask(.addMethod(kind, fields: kind.fields), typed).reply
  }

  /// A plan with one way: a question and an e-mail, both at this provider.
  static func plan(_ url: String, years: Int = 1) -> EscrowPlan {
    EscrowPlan([EscrowPolicyFacts([.init(0, url), .init(1, url)])], years: years)
  }
  /// Pays everything that is due, at the built-in till.
  func pay(_ news: EscrowReply) async throws {
    guard case .due(let payments, _, _) = news, !payments.isEmpty else {
      Issue.record("Nothing is due: \(news)")
      return
    }
    for payment in payments {
      var request = HTTPClientRequest(url: try #require(payment.till))
      request.method = .POST
      #expect(try await http.execute(request, timeout: .seconds(30)).status == .ok)
    }
  }
  /// The status of the finished set-up's only provider.
  var standing: EscrowStanding? {
    get async { if case .status(let standings, _) = await ask(.status).reply { standings.first } else { nil } }
  }

  /// Leaves a photo with this provider, comes back for it, and returns the news of the opened document.
  func leavePhoto(with url: String) async -> EscrowNews {
    _ = await ask(.contact(.backup, []))
    _ = await identify(.backup)
    #expect(
      await add(.video, ["photo": Data(TestPhoto.png).base64EncodedString()])
        == .methodAdded(EscrowMethodFacts(0, .video)))
    #expect(
      await ask(.upload(EscrowPlan([EscrowPolicyFacts([.init(0, url)])], years: 1))).reply
        == .uploaded(isPractice: false))
    _ = await identify(.recovery)
    _ = await ask(.discover([url]))
    return await ask(.openDocument(url: url, version: 1))
  }
  /// Runs the set-up to just before the upload.
  func prepare() async {
    _ = await ask(.contact(.backup, []))
    _ = await identify(.backup)
    _ = await add(.question, Self.question)
    _ = await add(.email, ["email": "mirela@example.org"])
  }
}

extension EscrowNews {
  var texts: [String: String] { if case .texts(let texts)? = shown { texts } else { [:] } }
  var secret: Secret? { if case .unlocking(let secret)? = shown { secret } else { nil } }
  var puzzle: EscrowPuzzle? { if case .opened(let puzzle) = reply { puzzle } else { nil } }
}

/// Runs a body with a person in a separate folder, and with a client.
func withPerson(
  _ providers: [EscrowOperations.DefaultProvider], _ body: (EscrowPerson) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "escrow-\(UUID().uuidString)").path,
    http = ProviderClient.makeHTTPClient()
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let result: Result<Void, any Error>
  do { result = .success(try await body(EscrowPerson(folder: folder, http: http, providers: providers))) } catch {
    result = .failure(error)
  }
  try await http.shutdown()
  try result.get()
}
