import HTTPTypes
import Model
import NIOCore
import NIOHTTPTypes

/// Enforces `ConnectionLimits` on one connection, between the HTTP parser and the responder.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The part that the client must send next.
  private enum Awaited { case head, body, nextRequest, nothing }
  private let limits: ConnectionLimits, ledger: ConnectionLedger
  private var ticket: ConnectionLedger.Ticket?
  private var awaited = Awaited.nothing
  private var patience: Scheduled<Void>?, answerPatience: Scheduled<Void>?
  /// The number of requests whose head has arrived and whose response the client has not fully received.
  private var unanswered = 0
  /// The number of requests whose head has arrived and whose response has not been completely passed on.
  private var owed = 0
  /// The number of responses that have started and that the client has not fully received.
  private var untaken = 0
  private var isReadingBody = false
  /// `true` if the ledger was last informed that a complete request is waiting for us. A request with an incomplete
  /// body does not count, nor does a request from a client that does not read its response.
  private var isBeingAnswered = false
  /// The bytes that came since the last were handed on as parts of a request.
  private var hasReadPart = false, hasBytes = false

  init(_ limits: ConnectionLimits, ledger: ConnectionLedger) { self.limits = limits; self.ledger = ledger }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { enter(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    enter(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  private func enter(_ context: ChannelHandlerContext) {
    let channel = context.channel, peer = NetworkAddress(channel.remoteAddress?.ipAddress ?? "?")
    ticket = ledger.enter(from: peer) { channel.close(promise: nil) }
    guard ticket != nil else { return context.close(promise: nil) }
    wait(for: .head, context)
  }

  private func leave() {
    wait(for: .nothing, nil)
    answerPatience?.cancel()
    if let ticket { ledger.leave(ticket) }
    ticket = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasReadPart = true
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
      owed += 1
      isReadingBody = true
      wait(for: .body, context)
      tellLedger(context)
    case .body: break
    case .end:
      isReadingBody = false
      hasBytes = false
      if unanswered > 0 {
        wait(for: .nothing, context)
      } else {
        wait(for: .nextRequest, context)  // it was answered before it was whole
      }
      tellLedger(context)
    }
    context.fireChannelRead(data)
  }

  /// Called even if the bytes were not a complete part of a request. In that case a head has begun.
  func channelReadComplete(context: ChannelHandlerContext) {
    if !hasReadPart, !isReadingBody {
      hasBytes = true
      if awaited == .nextRequest { wait(for: .head, context) }
    }
    hasReadPart = false
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    tellLedger(context)
    context.fireChannelWritabilityChanged()
  }

  private func tellLedger(_ context: ChannelHandlerContext) {
    let whole = isReadingBody ? owed - 1 : owed
    let isBeingAnswered = whole > 0 && context.channel.isWritable
    guard let ticket, isBeingAnswered != self.isBeingAnswered else { return }
    self.isBeingAnswered = isBeingAnswered
    if isBeingAnswered { ledger.isAnswered(ticket) } else { ledger.waits(ticket) }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.kind != .informational:
      untaken += 1
      if untaken == 1 { waitForTaking(context) }
      context.write(data, promise: promise)
    case .end:
      owed = max(0, owed - 1)
      tellLedger(context)
      let taken = promise ?? context.eventLoop.makePromise()
      taken.futureResult.assumeIsolated().whenSuccess { [self] in
        untaken = max(0, untaken - 1)
        waitForTaking(context)
        unanswered = max(0, unanswered - 1)
        guard unanswered == 0, !isReadingBody, context.channel.isActive else { return }
        wait(for: .nextRequest, context)
      }
      context.write(data, promise: taken)
    default: context.write(data, promise: promise)
    }
  }

  /// Waits for the client to receive the next response, if there is one.
  private func waitForTaking(_ context: ChannelHandlerContext) {
    answerPatience?.cancel()
    answerPatience =
      untaken > 0 && context.channel.isActive ? schedule(in: limits.answer, context) { $0.close(promise: nil) } : nil
  }

  private func wait(for next: Awaited, _ context: ChannelHandlerContext?) {
    patience?.cancel()
    awaited = next
    let limit: Duration? =
      switch next {
      case .head: limits.head
      case .body: limits.body
      case .nextRequest: limits.idle
      case .nothing: nil
      }
    patience = limit.flatMap { limit in context.map { schedule(in: limit, $0) { [self] in end($0) } } }
  }

  /// Closes the connection after a timeout. If a request had begun to arrive and no response is being sent, the client
  /// is informed first.
  private func end(_ context: ChannelHandlerContext) {
    let isSayable = awaited == .body ? unanswered == 1 && untaken == 0 : awaited == .head && hasBytes && unanswered == 0
    if isSayable {
      let sentence = context.channel.allocator.buffer(string: "The request took too long to arrive. Try again.\n")
      let fields: HTTPFields = [
        .connection: "close", .contentType: "text/plain; charset=utf-8", .contentLength: "\(sentence.readableBytes)",
      ]
      context.write(wrapOutboundOut(.head(HTTPResponse(status: .requestTimeout, headerFields: fields))), promise: nil)
      context.write(wrapOutboundOut(.body(sentence)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
    context.close(promise: nil)
  }

  private func schedule(
    in time: Duration, _ context: ChannelHandlerContext, _ work: @escaping (ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { work(context) }
  }
}
