import AsyncHTTPClient
import Foundation
import NIOCore

/// A client for escrow providers (GNU Anastasis REST, v1, and v0 for old providers). It reads no clock and keeps no
/// state.
///
/// Responses that the protocol allows are returned as values. The errors thrown are `unreachable` (no response, a late
/// response, or a response that is not HTTP), `unexpected` (a response that is unreadable or not defined for the call)
/// and `inconsistent` (a response that cannot be true).
public struct ProviderClient: Sendable {
  private let http: HTTPClient
  /// The time limit of a call, from the first byte to the last.
  public var patience: Duration
  /// Providers that have moved, as a map from the address used in documents to the address to contact instead.
  public var moved: [ProviderAddress: ProviderAddress]
  /// Providers that must prove that they belong to this installation.
  public var own: OwnProviders?

  /// - Parameter http: A client for the whole program, from `makeHTTPClient`. It follows no redirects, so the request
  ///   always goes to the named address.
  public init(http: HTTPClient, patience: Duration = .seconds(30), moved: [ProviderAddress: ProviderAddress] = [:]) {
    self.http = http; self.patience = patience; self.moved = moved
  }

  /// A client for programs that need only one. It has one shared set of connections, which lasts as long as the
  /// program.
  public static let ofThisProgram = ProviderClient(http: makeHTTPClient())

  /// Creates an HTTP client that follows no redirects, waits ten seconds for a connection, and reports an unavailable
  /// connection at once. The caller must shut the client down.
  public static func makeHTTPClient() -> HTTPClient {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)), decompression: .disabled)
    configuration.connectionPool.retryConnectionEstablishment = false
    // This is shorter than any provider's timeout. An answer, which is sent only once, is therefore never sent on a
    // connection that is being closed.
    configuration.connectionPool.idleTimeout = .seconds(10)
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Returns the URL of a path relative to the provider's base URL.
  func url(_ path: String, under provider: ProviderAddress) -> String { (moved[provider] ?? provider).text + path }
  /// Returns the URL of a path relative to the root of the provider's host.
  func url(_ path: String, atRootOf provider: ProviderAddress) -> String { (moved[provider] ?? provider).origin + path }

  /// - Throws: `unreachable`, or `unexpected` if the response exceeds the maximum size.
  func send(_ call: ProviderCall) async throws(EscrowError) -> ProviderAnswer {
    var result = await proven(call)
    // A kept-alive connection may have been closed by the time it is used, so a repeatable call is retried.
    if call.isRepeatable, case .failure(.lost) = result { result = await proven(call) }
    switch result {
    case .success(let answer): return answer
    case .failure(.lost): throw EscrowError(.unreachable, "a provider does not answer")
    case .failure(.stranger):
      throw EscrowError(.unreachable, "what answers there is not this installation's own provider")
    case .failure(.late): throw EscrowError(.unreachable, "a provider does not answer in time")
    case .failure(.tooMuch): throw EscrowError(.unexpected, "an answer larger than any")
    case .failure(.elsewhere):
      throw EscrowError(.unexpected, "an answer from another address than the one that was asked")
    }
  }

  /// Returns this client with the given time limit for each call.
  func waiting(atMost limit: Duration) -> Self {
    var client = self
    client.patience = min(patience, limit)
    return client
  }

  /// Sends the request once, to a provider that needs no proof or has just supplied it.
  private func proven(_ call: ProviderCall) async -> Outcome {
    if let address = own?.address(of: call), await !mayAsk(address) { return .failure(.stranger) }
    return await once(call)
  }

  enum Outcome: Sendable {
    enum Fault { case lost, late, tooMuch, elsewhere, stranger }
    case success(ProviderAnswer), failure(Fault)
  }

  func once(_ call: ProviderCall) async -> Outcome {
    await withTaskGroup(of: Outcome.self) { group in
      group.addTask { await exchange(call) }
      group.addTask {
        try? await Task.sleep(for: patience)
        return .failure(.late)
      }
      let first = await group.next() ?? .failure(.late)
      group.cancelAll()
      return first
    }
  }

  private func exchange(_ call: ProviderCall) async -> Outcome {
    var request = HTTPClientRequest(url: call.url)
    request.method = .init(rawValue: call.method)
    for (name, value) in call.headers { request.headers.add(name: name, value: value) }
    if let body = call.body { request.body = .bytes(ByteBuffer(bytes: body)) }
    do {
      let response = try await http.execute(request, deadline: .distantFuture)
      guard response.history.count < 2 else { return .failure(.elsewhere) }
      let body = try await response.body.collect(upTo: call.responseLimit)
      return .success(
        ProviderAnswer(
          status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) },
          body: Array(body.readableBytesView)))
    } catch is NIOTooManyBytesError { return .failure(.tooMuch) } catch { return .failure(.lost) }
  }
}

extension ProviderClient {
  /// The time limit for a configuration. The provider needs no look-up for this response, so a slower provider counts
  /// as absent while a person is waiting.
  private static let patienceWithConfiguration = Duration.seconds(10)

  /// Fetches a provider's configuration.
  ///
  /// - Throws: `unreachable` or `limited`; `unexpected` if something other than a provider responds at the address, or
  ///   if the response is impossible for a provider.
  public func configuration(of provider: ProviderAddress) async throws(EscrowError) -> ProviderConfiguration {
    let answer = try await waiting(atMost: Self.patienceWithConfiguration).send(
      ProviderCall(
        url: url("config", under: provider), headers: [("Accept", "application/json")], responseLimit: 256 << 10))
    // Many home routers and proxies send this status on behalf of whatever is behind them. It therefore does not prove
    // that something other than a provider responds.
    guard answer.status != 429 else { throw EscrowError(.limited, "it asks for patience") }
    guard answer.status == 200, let configuration = answer.decode(ProviderConfiguration.self),
      configuration.name == "anastasis",
      configuration.providerSalt.bytes.count == DrawnBytes.providerSaltCount, configuration.storageLimitInMegabytes > 0,
      Set(configuration.methods.map(\.type)).count == configuration.methods.count
    else { throw EscrowError(.unexpected, "no provider answers there") }
    return configuration
  }
}
