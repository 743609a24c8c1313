import Encoding
import Foundation

@testable import Escrow

/// The state of a simulated provider, and its answers.
struct PlayedState: Sendable {
  struct Version: Sendable { var sealed: [UInt8], signature: [UInt8], metaData: [UInt8]? }
  struct Truth: Sendable {
    var type: MethodType, sealed: [UInt8], share: [UInt8]
    var code: UInt64?
    var tries = 3
    var isPaid = false
  }
  var configuration: ProviderConfiguration
  var accounts: [String: [Version]] = [:]
  var truths: [String: Truth] = [:]
  /// The maximum number of versions in one list: the newest of those requested.
  var listed = Int.max
  var tricks: [PlayedCall: [Trick]] = [:]
  var requests: [PlayedRequest] = []
  /// Its clock, in seconds of Unix time.
  var now: UInt64 = 1_800_000_000
  /// The calls for which it charges money; paying adds the order to `paid`.
  var asksMoney: Set<PlayedCall> = []
  var paid: Set<String> = []
  /// The name of the next order for a document; each new order requests payment again, under a different name.
  var order: Base32Bytes?
  /// Its answer to a nonce, if an installation runs it.
  var proof: (@Sendable ([UInt8]) -> [UInt8])?

  init(name: String) {
    let free = Amount("KUDOS:0")!
    configuration = ProviderConfiguration(
      version: "1:0:0", businessName: name, currency: "KUDOS", methods: MethodType.known.map { .init($0, cost: free) },
      storageLimitInMegabytes: 1, annualFee: free, truthUploadFee: free, liabilityLimit: free,
      providerSalt: Base32Bytes(DrawnBytes.bytes(DrawnBytes.providerSaltCount)))
  }

  mutating func answer(_ request: PlayedRequest) -> PlayedAnswer {
    switch request.call {
    case .config: PlayedAnswer(status: 200, body: Array((try? JSONEncoder().encode(configuration)) ?? Data()))
    case .uploadDocument: keepDocument(request)
    case .fetchDocument: document(request)
    case .list: list(request)
    case .uploadTruth: keepTruth(request)
    case .challenge: challenge(request)
    case .solve: solve(request)
    case .old: old(request)
    case .own:
      proof.flatMap { proof in
        CrockfordBase32.decode(request.name, count: 32).map { PlayedAnswer(status: 200, body: proof($0)) }
      } ?? .fault(404, 21)
    case .unknown: .fault(404, 21)
    }
  }

  static func pay(_ order: Base32Bytes) -> PlayedAnswer {
    .payment("taler+http://pay/127.0.0.1:9/instances/played/\(order.text)/")
  }
}

extension PlayedState {
  private mutating func keepDocument(_ request: PlayedRequest) -> PlayedAnswer {
    guard let account = CrockfordBase32.decode(request.name, count: 32) else { return .fault(400, 26) }
    guard let length = request.headers["content-length"].flatMap({ Int($0) }) else { return .fault(400, 8003) }
    guard length >> 20 < configuration.storageLimitInMegabytes else { return .fault(413, 6105) }
    guard
      let signature = request.headers["anastasis-policy-signature"].flatMap({ CrockfordBase32.decode($0, count: 64) })
    else {
      return .fault(400, 8305)
    }
    guard let promised = request.headers["if-none-match"].flatMap({ CrockfordBase32.decode($0, count: 64) }) else {
      return .fault(400, 8306)
    }
    guard AccountKey.isSigned(signature, upload: promised, by: account) else { return .fault(403, 8305) }
    guard let years = request.query["storage_duration"].flatMap({ Int($0) }), (1...5).contains(years) else {
      return .fault(400, 26)
    }
    if asksMoney.contains(.uploadDocument) {
      let identifier = request.headers["anastasis-payment-identifier"] ?? ""
      guard paid.contains(identifier) else {
        let drawn = order ?? Base32Bytes(DrawnBytes.bytes(32))
        order = drawn
        return Self.pay(drawn)
      }
    }
    var versions = accounts[request.name] ?? []
    if let latest = versions.last, EscrowHash.of(latest.sealed) == promised {
      return PlayedAnswer(status: 304, headers: ["Anastasis-Version": "\(versions.count)"])
    }
    guard EscrowHash.of(request.body) == promised else { return .fault(400, 8307) }
    let metaData = request.headers["anastasis-policy-meta-data"].flatMap { CrockfordBase32.decode($0) }
    versions.append(Version(sealed: request.body, signature: signature, metaData: metaData))
    accounts[request.name] = versions
    return PlayedAnswer(
      status: 204,
      headers: [
        "Anastasis-Version": "\(versions.count)", "Anastasis-Policy-Expiration": "\(now + UInt64(years) * 31_536_000)",
      ])
  }

  private func document(_ request: PlayedRequest) -> PlayedAnswer {
    guard let versions = accounts[request.name], !versions.isEmpty else { return .fault(404, 8350) }
    let number = request.query["version"].flatMap { Int($0) } ?? versions.count
    guard versions.indices.contains(number - 1) else { return .fault(404, 8350) }
    let version = versions[number - 1]
    return PlayedAnswer(
      status: 200,
      headers: [
        "Anastasis-Version": "\(number)", "Anastasis-Policy-Signature": CrockfordBase32.encode(version.signature),
        "ETag": CrockfordBase32.encode(EscrowHash.of(version.sealed)),
      ], body: version.sealed)
  }

  private func list(_ request: PlayedRequest) -> PlayedAnswer {
    guard let versions = accounts[request.name], !configuration.isOld else { return .fault(404, 8350) }
    let newest = min(request.query["max_version"].flatMap { Int($0) } ?? versions.count, versions.count)
    let entries = versions.enumerated().prefix(newest).suffix(listed).map { index, version in
      let meta = version.metaData.map { "\"\(CrockfordBase32.encode($0))\"" } ?? "null"
      return "\"\(index + 1)\":{\"meta\":\(meta),\"upload_time\":{\"t_s\":\(now + UInt64(index))}}"
    }
    return .json(200, "{\(entries.joined(separator: ","))}")
  }
}

extension ProviderConfiguration {
  /// The configuration of the same provider before v1.
  var aged: ProviderConfiguration {
    get throws {
      let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self).replacing(
        "provider_salt", with: "server_salt"
      ).replacing(
        "1:0:0", with: "0:0:0")
      return try JSONDecoder().decode(ProviderConfiguration.self, from: Data(text.utf8))
    }
  }
}
