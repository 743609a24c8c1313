import CardHands
import Encoding
import EscrowHands
import Foundation
import HTTPConnections
import HTTPTypes
import HandsProtocol
import HandsTools
import Hummingbird
import Logging
import NIOCore
import PasskeyHands
import ServiceLifecycle

/// Lends this computer's card reader and escrow client to pages that the person allowed, over loopback.
///
/// - `GET /hello` returns `{"name", "version"}`, which shows that the hands are running.
/// - `POST /meet` `{"code"}` returns `{"token"}`, or 403 if the code is not the one that the hands show, and 429 while
///   no code is accepted.
/// - `POST /pair` `{}` returns `{"token"}` likewise, to a page of `home` that knows the secret of the address that `home`
///   opened, or 401. Both are sealed under that secret.
/// - `POST /prove` `{"page", "challenge"}` returns `{"proof", "opening", "version"}`, with which a page recognizes the
///   hands that it met before it sends them anything, or 401 if the page met different hands.
/// - `POST /card` `{"effect", "secrets", "claim"}` returns `{"reply", "made", "shown"}`, or nothing if the page closes
///   the connection.
/// - `POST /escrow` `{"effect", "secrets"}` returns `{"reply", "shown"}`, likewise.
/// - `POST /passkeys` `{"effect"}` returns the resulting passkeys, or 403 for any page but this computer's own.
/// - `POST /stay` `{}` returns nothing until the page closes the connection. The card is kept for the page's tab that
///   long.
///
/// The last four are sealed in both directions, as described at `SealedOrder`.
public struct HandsServer: Sendable {
  /// - Parameter card: The only card that may be used for the work; `nil` for any card.
  public typealias Performer = @Sendable (CardWork, _ owner: SeatOwner, _ card: NamedCard?) async -> CardNews
  public typealias EscrowPerformer = @Sendable (EscrowWork, _ origin: String) async -> EscrowNews
  /// Returns the card that is open for a page's tab.
  public typealias CardOf = @Sendable (_ owner: SeatOwner) async -> NamedCard?
  public typealias PasskeyPerformer = @Sendable (PasskeyOrder) async -> PasskeyNews
  public typealias Confirm = @Sendable (ConfirmationRequest) async -> Bool
  private let origins: Set<String>, homeOrigins: Set<String>
  let tokens: TokenStore
  let openings = Openings()
  private let codes: PairingCodes
  private let secrets: PairingSecrets?
  private let confirm: Confirm
  private let performer: Performer
  private let escrowPerformer: EscrowPerformer
  private let passkeyPerformer: PasskeyPerformer
  private let cardOf: CardOf
  private let whyClosed: @Sendable (_ owner: SeatOwner) async -> CardReply
  private let turns = Turns()
  let presence: Presence
  private let connections: ConnectionGuard

  /// - Parameters:
  ///   - origins: The pages that may use these hands.
  ///   - homeOrigins: The origins that this computer serves itself, which need no confirmation.
  ///   - secrets: The secrets that pair a page of these origins without a typed code; `nil` if there are none.
  ///   - whyClosed: The reason why no card is open for a tab: `removed`, `letGo` or `taken`.
  ///   - connections: The time limits for clients, and the maximum number of their connections.
  ///   - onLeaving: Called with a tab that is no longer open, once the grace period after its closing has passed.
  public init(
    origins: Set<String>, homeOrigins: Set<String> = [], tokens: TokenStore, codes: PairingCodes,
    secrets: PairingSecrets? = nil, confirm: @escaping Confirm,
    performer: @escaping Performer, cardOf: @escaping CardOf = { _ in nil },
    whyClosed: @escaping @Sendable (_ owner: SeatOwner) async -> CardReply = { _ in .removed },
    escrowPerformer: @escaping EscrowPerformer = { _, _ in EscrowNews(.absent(.noHands)) },
    passkeyPerformer: @escaping PasskeyPerformer = { _ in PasskeyNews() }, grace: Duration = .seconds(5),
    connections: ConnectionLimits = ConnectionLimits(),
    onLeaving: @escaping @Sendable (_ owner: SeatOwner) async -> Void = { _ in }
  ) {
    self.origins = origins.union(homeOrigins); self.homeOrigins = homeOrigins
    self.tokens = tokens; self.codes = codes; self.secrets = secrets
    self.confirm = confirm; self.performer = performer; self.cardOf = cardOf
    self.whyClosed = whyClosed
    self.escrowPerformer = escrowPerformer; self.passkeyPerformer = passkeyPerformer
    self.connections = ConnectionGuard(connections)
    presence = Presence(grace: grace, onLeaving: onLeaving)
  }

  /// Creates the server from the operations of each kind of hands, for the program and the tests of pages.
  ///
  /// - Parameters:
  ///   - escrow: `nil` for hands without account recovery.
  ///   - passkeys: `nil` for hands without passkeys of their own.
  public init(
    origins: Set<String> = [], homeOrigins: Set<String>, tokens: TokenStore, codes: PairingCodes,
    secrets: PairingSecrets? = nil, confirm: @escaping Confirm, operations: CardOperations,
    escrow: EscrowOperations? = nil, passkeys: PasskeyOperations? = nil
  ) {
    self.init(
      origins: origins, homeOrigins: homeOrigins, tokens: tokens, codes: codes, secrets: secrets,
      confirm: { request in await operations.keeping { await confirm(request) } },
      performer: { await operations.perform($0, from: $1, with: $2) },
      cardOf: { await operations.card(of: $0) }, whyClosed: { await operations.whyClosed($0) },
      escrowPerformer: { await escrow?.perform($0, from: $1) ?? EscrowNews(.absent(.noHands)) },
      passkeyPerformer: { await passkeys?.perform($0) ?? PasskeyNews() }, onLeaving: { await operations.leave($0) })
  }

  /// Creates the server at one of the `Loopback.addresses`. The port must not be 0, because it is part of the hands'
  /// name.
  public func application(
    host: String = "127.0.0.1", port: Int, logger: Logger, onRunning: @escaping @Sendable () async -> Void = {}
  ) -> some ApplicationProtocol {
    Application(
      router: router(port: port), server: connections.server,
      configuration: .init(address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { _ in await onRunning() }, logger: logger)
  }

  private func router(port: Int) -> Router<HandsContext> {
    let router = Router(context: HandsContext.self)
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
    router.add(middleware: HandsGuard(hosts: Set(hosts), origins: origins))
    router.get("hello") { _, _ in
      _ = codes.shown  // a page that has not met them looks for them: the code that it will ask for is to be a good one
      return try Self.json(Hello())
    }
    router.post("meet") { request, context in
      let typed: Meeting = try Self.read(Data(buffer: try await request.body.collect(upTo: context.maxUploadSize)))
      switch codes.spend(typed.code) {
      case .right: break
      case .wrong: throw HTTPError(.forbidden, message: "That is not the code that the hands show.")
      case .closed:
        throw HTTPError(
          .tooManyRequests,
          message: "Too many wrong codes came. For a minute none is taken; then the hands show a new one.")
      }
      let token = try tokens.issue(to: Self.origin(of: request))
      return try Self.json(Met(token: token.withBytes { String(decoding: $0, as: UTF8.self) }))
    }
    router.post("pair") { request, context in
      let page: Opened<PairingOrder> = try await open(
        request.body, upTo: context.maxUploadSize, of: request, port: port, as: .secret)
      guard let secrets, secrets.spend(named: page.page) else { throw Self.unknown }
      let token = try tokens.issue(to: page.owner.origin)
      secrets.noteUse()
      return try page.answer(Met(token: token.withBytes { String(decoding: $0, as: UTF8.self) }))
    }
    router.post("prove") { request, context in
      let asked: Recognition = try Self.read(Data(buffer: try await request.body.collect(upTo: context.maxUploadSize)))
      guard let challenge = Base64URL.decode(asked.challenge), challenge.count == 32 else {
        throw HTTPError(.badRequest, message: "A challenge has 32 bytes.")
      }
      let origin = Self.origin(of: request)
      guard
        let hash = try hash(named: asked.page, of: origin, as: .token)
          ?? hash(named: asked.page, of: origin, as: .secret)
      else { throw Self.unknown }
      let proof = TokenStore.proof(under: hash, of: origin, port: port, challenge: asked.challenge)
      return try Self.json(RecognitionProof(proof: Base64URL.encode(proof), opening: openings.issue(to: asked.page)))
    }
    router.post("stay") { request, context in
      try await request.body.consumeWithCancellationOnInboundClose { body in
        let page: Opened<Staying> = try await open(body, upTo: context.maxUploadSize, of: request, port: port)
        // This request ends only when the page or the hands end it.
        try await presence.hold(page.owner) {
          try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(86_400)) }
        }
        return Response(status: .noContent)
      }
    }
    router.post("card") { request, context in
      try await request.body.consumeWithCancellationOnInboundClose { body in
        let order: Opened<CardWork> = try await open(body, upTo: context.maxUploadSize, of: request, port: port)
        // An order that waits for a card or for a person's approval does not keep the hands from shutting down.
        let news = try await cancelWhenGracefulShutdown {
          try await presence.hold(order.owner) {
            // A watch may last for hours and touches no card, so another tab of the page need not wait for it.
            if case .watch = order.work.effect { return await perform(order.work, for: order.owner) }
            return try await turns.take(order.page) { await perform(order.work, for: order.owner) }
          }
        }
        return try order.answer(CardAnswer(news))
      }
    }
    router.post("escrow") { request, context in
      try await request.body.consumeWithCancellationOnInboundClose { body in
        let order: Opened<EscrowWork> = try await open(
          body, upTo: HandsContext.escrowUploadSize, of: request, port: port)
        let news = try await cancelWhenGracefulShutdown {
          try await presence.hold(order.owner) {
            try await turns.take(order.page) { await perform(order.work, for: order.owner.origin) }
          }
        }
        return try order.answer(EscrowAnswer(news))
      }
    }
    router.post("passkeys") { request, context in
      try await request.body.consumeWithCancellationOnInboundClose { body in
        let order: Opened<PasskeyWork> = try await open(body, upTo: context.maxUploadSize, of: request, port: port)
        // A page hosted elsewhere may not access this computer's own passkeys, whatever else it may use.
        guard homeOrigins.contains(order.owner.origin) else { throw HTTPError(.forbidden) }
        return try order.answer(
          try await cancelWhenGracefulShutdown {
            try await turns.take(order.page) { await passkeyPerformer(order.work.effect) }
          })
      }
    }
    // The guard answers a browser's preflights, but is not reached without a route.
    for path in ["hello", "meet", "pair", "prove", "card", "escrow", "passkeys", "stay"] as [RouterPath] {
      router.on(path, method: .options) { _, _ in Response(status: .noContent) }
    }
    return router
  }

  /// What a page knows that lets the hands read what it sealed. The secret of an address pairs, and does nothing else.
  enum Use { case token, secret }

  /// Returns the SHA-256 of what a page of this origin means by this name.
  func hash(named name: String, of origin: String, as use: Use) throws -> [UInt8]? {
    switch use {
    case .token: try tokens.hash(named: name, of: origin)
    case .secret: homeOrigins.contains(origin) ? secrets?.hash(named: name) : nil
    }
  }

  private func perform(_ work: CardWork, for owner: SeatOwner) async -> CardNews {
    guard !homeOrigins.contains(owner.origin), var request = ConfirmationRequest(work, origin: owner.origin) else {
      return await performer(work, owner, nil)
    }
    if work.effect.needsCard { request.card = await cardOf(owner) }
    // The person is not asked to approve an order for an absent card.
    guard request.card != nil || !work.effect.needsCard else { return CardNews(await whyClosed(owner)) }
    guard await confirm(request), !Task.isCancelled else { return CardNews(.declined) }
    // The approval applies to the named card, or to no card if none was named.
    return await performer(work, owner, request.card)
  }

  private func perform(_ work: EscrowWork, for origin: String) async -> EscrowNews {
    if !homeOrigins.contains(origin), let request = ConfirmationRequest(work, origin: origin) {
      guard await confirm(request), !Task.isCancelled else { return EscrowNews(.declined) }
    }
    return await escrowPerformer(work, origin)
  }

  static func origin(of request: Request) -> String { request.headers[.origin] ?? "" }

  static let unknown = HTTPError(.unauthorized, message: "These hands do not know this page yet.")

  static func read<Body: Decodable>(_ bytes: Data) throws -> Body {
    // The decoder's own error quotes its input.
    do { return try JSONDecoder().decode(Body.self, from: bytes) } catch {
      throw HTTPError(.badRequest, message: "That could not be read.")
    }
  }

  static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
  }
}
