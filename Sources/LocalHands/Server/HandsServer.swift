import Encoding
import FlowKit
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Lends this computer's card reader to pages that the person allowed, over loopback.
///
/// | request | answer |
/// |---|---|
/// | `GET /hello` | `{"name", "known"}`: whether the token in `Authorization` is one of this page's |
/// | `POST /meet` `{"code"}` | `{"token"}`, or 403 where it is not the code that the hands show |
/// | `POST /card` `{"effect", "secrets", "claim"}` | `{"reply", "made", "shown"}`; ends without one when the page closes the connection |
public struct HandsServer: Sendable {
  public typealias Performer = @Sendable (CardWork, _ origin: String) async -> CardNews
  public typealias Confirm = @Sendable (ConfirmationRequest) async -> Bool
  private let origins: Set<String>, homeOrigins: Set<String>
  private let book: TokenBook
  private let codes: PairingCodes
  private let confirm: Confirm
  private let performer: Performer
  private let turns = Turns()

  /// - Parameters:
  ///   - origins: The pages that may speak to these hands at all.
  ///   - homeOrigins: Those of them that this computer serves itself, which need no confirmation.
  public init(
    origins: Set<String>, homeOrigins: Set<String> = [], book: TokenBook, codes: PairingCodes, confirm: @escaping Confirm,
    performer: @escaping Performer
  ) {
    self.origins = origins.union(homeOrigins); self.homeOrigins = homeOrigins
    self.book = book; self.codes = codes; self.confirm = confirm; self.performer = performer
  }

  /// One listening address of `Loopback.addresses`, on a port that is not 0: it is part of the hands' name.
  public func application(
    host: String = "127.0.0.1", port: Int, logger: Logger, onRunning: @escaping @Sendable () async -> Void = {}
  ) -> some ApplicationProtocol {
    Application(
      router: router(port: port), configuration: .init(address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { _ in await onRunning() }, logger: logger)
  }

  private func router(port: Int) -> Router<HandsContext> {
    let router = Router(context: HandsContext.self)
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
    router.add(middleware: HandsGuard(hosts: Set(hosts), origins: origins))
    router.get("hello") { request, _ in
      try Self.json(Hello(known: page(of: request) != nil))
    }
    router.post("meet") { request, context in
      let typed: Meeting = try Self.read(try await request.body.collect(upTo: context.maxUploadSize))
      guard codes.spend(typed.code) else { throw HTTPError(.forbidden, message: "That is not the code that the hands show.") }
      let token = try book.issue(to: Self.origin(of: request))
      return try Self.json(["token": token.withBytes { String(decoding: $0, as: UTF8.self) }])
    }
    router.post("card") { request, context in
      guard let page = page(of: request) else { throw HTTPError(.unauthorized, message: "These hands do not know this page yet.") }
      let origin = Self.origin(of: request)
      return try await request.body.consumeWithCancellationOnInboundClose { body in
        let order: CardOrder = try Self.read(try await body.collect(upTo: context.maxUploadSize))
        // A watch may last for hours and touches no card: another tab of the page need not wait for it.
        if case .watch = order.work.effect { return try Self.json(CardAnswer(await perform(order.work, for: origin))) }
        let news = try await turns.take(page) { await perform(order.work, for: origin) }
        var answer = try Self.json(CardAnswer(news))
        answer.headers[.connection] = "close"  // it is: whoever watches for the page's going away cannot hand the connection on
        return answer
      }
    }
    // The guard answers what a browser asks first; without a route it would not be reached.
    for path in ["hello", "meet", "card"] as [RouterPath] { router.on(path, method: .options) { _, _ in Response(status: .noContent) } }
    return router
  }

  private func perform(_ work: CardWork, for origin: String) async -> CardNews {
    if !homeOrigins.contains(origin), let request = ConfirmationRequest(work, origin: origin) {
      guard await confirm(request), !Task.isCancelled else { return CardNews(.declined) }
    }
    return await performer(work, origin)
  }

  private func page(of request: Request) -> String? {
    guard let field = request.headers[.authorization], field.hasPrefix("Bearer ") else { return nil }
    return book.page(field.dropFirst("Bearer ".count), of: Self.origin(of: request))
  }

  private static func origin(of request: Request) -> String { request.headers[.origin] ?? "" }

  private struct Hello: Encodable { var name = "latchstring-hands", known: Bool }
  private struct Meeting: Decodable { var code: String }

  private static func read<Body: Decodable>(_ bytes: ByteBuffer) throws -> Body {
    // The decoder's own error quotes what it read.
    do { return try JSONDecoder().decode(Body.self, from: Data(bytes.readableBytesView)) } catch {
      throw HTTPError(.badRequest, message: "That could not be read.")
    }
  }

  static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
  }
}
