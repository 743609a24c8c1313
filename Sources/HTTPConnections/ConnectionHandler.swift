import HTTPTypes
import Model
import NIOCore
import NIOHTTPTypes

/// Holds one connection to `ConnectionLimits`, between the parser of HTTP and whoever answers.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// What the other side has to bring next.
  private enum Awaited { case head, body, nextRequest, nothing }
  private let limits: ConnectionLimits, ledger: ConnectionLedger
  private var ticket: ConnectionLedger.Ticket?
  private var awaited = Awaited.nothing
  private var patience: Scheduled<Void>?, answerPatience: Scheduled<Void>?
  /// Requests of which a head came, and whose answer the other side has not taken in.
  private var unanswered = 0
  private var isReadingBody = false, isAnswering = false
  /// Since bytes were last handed on as parts of a request.
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
      isReadingBody = true
      wait(for: .body, context)
    case .body: break
    case .end:
      isReadingBody = false
      hasBytes = false
      if unanswered > 0 {
        wait(for: .nothing, context)
        if let ticket { ledger.isAnswered(ticket) }
      } else {
        wait(for: .nextRequest, context)  // it was answered before it was whole
      }
    }
    context.fireChannelRead(data)
  }

  /// Also where the bytes were no whole part: then a head has begun.
  func channelReadComplete(context: ChannelHandlerContext) {
    if !hasReadPart, !isReadingBody {
      hasBytes = true
      if awaited == .nextRequest { wait(for: .head, context) }
    }
    hasReadPart = false
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.kind != .informational:
      isAnswering = true
      answerPatience?.cancel()
      answerPatience = schedule(in: limits.answer, context) { $0.close(promise: nil) }
      context.write(data, promise: promise)
    case .end:
      let taken = promise ?? context.eventLoop.makePromise()
      taken.futureResult.assumeIsolated().whenSuccess { [self] in
        answerPatience?.cancel()
        isAnswering = false
        unanswered = max(0, unanswered - 1)
        guard unanswered == 0, !isReadingBody, context.channel.isActive else { return }
        if let ticket { ledger.waits(ticket) }
        wait(for: .nextRequest, context)
      }
      context.write(data, promise: taken)
    default: context.write(data, promise: promise)
    }
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

  /// Patience is at its end: said where something began to come, and nothing else is being said.
  private func end(_ context: ChannelHandlerContext) {
    let isSayable = awaited == .body ? unanswered == 1 && !isAnswering : awaited == .head && hasBytes && unanswered == 0
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
