import AsyncHTTPClient
import Foundation
import NIOCore

/// Speaks to escrow providers (GNU Anastasis REST, v1, and v0 where a provider is that old). It reads no clock and keeps nothing.
///
/// What the protocol lets a provider answer is a value; what is thrown is `unreachable` (no answer, none in time, none that is HTTP),
/// `unexpected` (an answer that the call does not have, or one that cannot be read) and `inconsistent` (an answer that cannot be true).
public struct ProviderClient: Sendable {
  private let http: HTTPClient
  /// From the first byte to the last, each call may take so long.
  public var patience: Duration
  /// Providers that are at another address than what documents call them: the old one, and where to ask.
  public var moved: [ProviderAddress: ProviderAddress]
  /// Those that have to prove to be this installation's own.
  public var own: OwnProviders?

  /// - Parameter http: One for the whole program, from `makeHTTPClient`, which follows no redirect: the address that was named is asked.
  public init(http: HTTPClient, patience: Duration = .seconds(30), moved: [ProviderAddress: ProviderAddress] = [:]) {
    self.http = http; self.patience = patience; self.moved = moved
  }

  /// The connections of a program that has no others; one set, which ends with it.
  public static let ofThisProgram = ProviderClient(http: makeHTTPClient())

  /// A client that follows no redirect, waits ten seconds for a connection, and tells at once when there is none. Its maker shuts it down.
  public static func makeHTTPClient() -> HTTPClient {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)), decompression: .disabled)
    configuration.connectionPool.retryConnectionEstablishment = false
    // Shorter than any provider's, so that an answer, which goes out once, does not go out on a connection that is just being closed.
    configuration.connectionPool.idleTimeout = .seconds(10)
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Under the provider's base URL.
  func url(_ path: String, under provider: ProviderAddress) -> String { (moved[provider] ?? provider).text + path }
  /// At the root of the provider's host.
  func url(_ path: String, atRootOf provider: ProviderAddress) -> String { (moved[provider] ?? provider).origin + path }

  /// - Throws: `unreachable`, `unexpected` where the answer is larger than any.
  func send(_ call: ProviderCall) async throws(EscrowError) -> ProviderAnswer {
    var result = await proven(call)
    // A connection that was kept open may be gone when it is used; whoever may ask twice does.
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

  /// The same, which waits for each call no longer than this.
  func waiting(atMost limit: Duration) -> Self {
    var client = self
    client.patience = min(patience, limit)
    return client
  }

  /// Once, where nobody has to prove anything first, or did.
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
  /// Nothing has to be looked up for it: who is slower than this is not there for the person who waits.
  private static let patienceWithConfiguration = Duration.seconds(10)

  /// What a provider says of itself.
  ///
  /// - Throws: `unreachable`, `limited`, `unexpected` where somebody else answers there, or something that a provider cannot be.
  public func configuration(of provider: ProviderAddress) async throws(EscrowError) -> ProviderConfiguration {
    let answer = try await waiting(atMost: Self.patienceWithConfiguration).send(
      ProviderCall(
        url: url("config", under: provider), headers: [("Accept", "application/json")], responseLimit: 256 << 10))
    // Many home routers and proxies say this for whatever stands behind them: it is no sign that somebody else answers.
    guard answer.status != 429 else { throw EscrowError(.limited, "it asks for patience") }
    guard answer.status == 200, let configuration = answer.decode(ProviderConfiguration.self),
      configuration.name == "anastasis",
      configuration.providerSalt.bytes.count == DrawnBytes.providerSaltCount, configuration.storageLimitInMegabytes > 0,
      Set(configuration.methods.map(\.type)).count == configuration.methods.count
    else { throw EscrowError(.unexpected, "no provider answers there") }
    return configuration
  }
}
