import AsyncHTTPClient
import Encoding
import Escrow
import Foundation
import TestSite

/// The phases of a backup and of a recovery, relative to the unavoidable cost: the slowest provider's answers that must
/// come one after the other, and one identifier.
enum ClientBench {
  private static let delays = [150, 250, 400], rounds = 5, mostRatio = 1.5
  private struct Failed: Error { var phase: String }

  static func run() async throws {
    let http = ProviderClient.makeHTTPClient()
    var providers: [SlowProvider] = []
    for delay in delays { providers.append(try await SlowProvider.start(delay: .milliseconds(delay), http: http)) }
    var ratios: [Phase: Rounds] = [:], truths = 0
    for round in 0..<rounds {
      // A separate connection pool, and a person unknown to every provider.
      let own = ProviderClient.makeHTTPClient(), client = ProviderClient(http: own)
      let attributes = DerivationBench.attributes.merging(["full_name": "Erika Müller \(round)"]) { $1 }
      let times = try await Self.round(client, providers.map(\.address), attributes, &truths)
      for (phase, time) in times {
        ratios[phase, default: Rounds()].values.append(time / phase.necessary(try Self.derivation()))
      }
      try await own.shutdown()
    }
    let names = delays.map(String.init).joined(separator: ", ")
    print(
      "A backup of 4 methods (\(truths) truths) and its recovery, 3 providers that answer after \(names) ms, median of \(rounds)"
    )
    for phase in Phase.allCases {
      guard let rounds = ratios[phase] else { continue }
      let verdict = rounds.median <= mostRatio ? "" : "   more than \(mostRatio)"
      print(
        "  " + phase.name.padding(toLength: 60, withPad: " ", startingAt: 0) + String(format: "%6.3f", rounds.median)
          + "   (rounds \(rounds.range))\(verdict)")
    }
    for provider in providers { await provider.provider.stop() }
    try await http.shutdown()
  }

  enum Phase: CaseIterable, Hashable {
    case identify, upload, find, findBySpellings, open

    /// The number of answers from one provider that must come one after the other.
    private var answers: Int {
      switch self {
      case .identify, .open: 1
      // No document may name a truth that does not exist yet.
      case .upload: 2
      case .find: 2
      // For an unknown spelling, a provider has neither a list nor a document.
      case .findBySpellings: 3
      }
    }
    func necessary(_ derivation: Double) -> Double { Double(answers * (delays.max() ?? 0)) + derivation }
    var name: String {
      switch self {
      case .identify: "backup: providers asked, all sealed / 1 answer"
      case .upload: "backup: all uploaded / 2 answers"
      case .find: "recovery: documents found / 2 answers"
      case .findBySpellings: "recovery: found with 4 ways of writing / 3 answers"
      case .open: "recovery: document opened / 1 answer"
      }
    }
  }

  private static func round(
    _ client: ProviderClient, _ addresses: [ProviderAddress], _ attributes: [String: String], _ truths: inout Int
  ) async throws -> [Phase: Double] {
    var times: [Phase: Double] = [:], planned: BackupDraft?
    times[.identify] = try await milliseconds {
      let configurations = try await withThrowingTaskGroup(of: (ProviderAddress, ProviderConfiguration).self) { group in
        for address in addresses { group.addTask { (address, try await client.configuration(of: address)) } }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      planned = try await BackupDraft(planning: try order(attributes, addresses, configurations))
    }
    guard let draft = planned else { throw Failed(phase: "identify") }
    truths = draft.truths.count
    times[.upload] = try await milliseconds {
      guard await BackupClient(client).upload(draft).outcome.isComplete else { throw Failed(phase: "upload") }
    }
    let recovery = RecoveryClient(client),
      others = (1...3).map { attributes.merging(["birthdate": "1971-02-0\($0 + 3)"]) { $1 } }
    var found = try RecoveryDraft(variants: [attributes], providers: addresses),
      written = try RecoveryDraft(variants: [attributes] + others, providers: addresses)
    times[.find] = await milliseconds { found = await recovery.discover(found) }
    times[.findBySpellings] = await milliseconds { written = await recovery.discover(written) }
    guard found.copies.count == addresses.count, written.copies.count == addresses.count, let slowest = addresses.last
    else {
      throw Failed(phase: "find")
    }
    times[.open] = try await milliseconds {
      guard case .opened = try await recovery.open(found, at: slowest, version: 1).result else {
        throw Failed(phase: "open")
      }
    }
    return times
  }

  /// Each policy omits one method, and every method goes to every provider.
  private static func order(
    _ attributes: [String: String], _ addresses: [ProviderAddress],
    _ configurations: [ProviderAddress: ProviderConfiguration]
  ) throws -> BackupOrder {
    guard let question = BackupMethod.question("Favourite colour?", answer: Secret(Array("blue".utf8))),
      let mail = EmailAddress("erika@example.com"),
      let phone = PhoneNumber("+41791234567"),
      let clock = BackupMethod.totp(key: DrawnBytes.secret(32), instructions: "the clock")
    else { throw Failed(phase: "methods") }
    let methods = [question, .email(mail), .sms(phone), clock]
    let policies = methods.indices.map { omitted in
      methods.indices.filter { $0 != omitted }.map {
        PolicyPart(method: $0, provider: addresses[($0 + omitted) % addresses.count])
      }
    }
    return BackupOrder(
      attributes: attributes, methods: methods, policies: policies, providers: configurations,
      secret: CoreSecret(DrawnBytes.secret(32), mime: "application/octet-stream"), secretName: "bench", years: 1)
  }

  private static func derivation() throws -> Double {
    let start = ContinuousClock.now, salt = DrawnBytes.bytes(DrawnBytes.providerSaltCount)
    _ = try UserIdentifier(DerivationBench.attributes, providerSalt: salt)
    return (ContinuousClock.now - start) / .milliseconds(1)
  }
}
