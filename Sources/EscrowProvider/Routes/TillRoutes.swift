import Encoding
import Escrow
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import NIOCore

/// `/till/`: the requests of a Taler merchant backend, and the page for paying with practice money.
struct TillRoutes {
  let till: Till

  func add(to router: Router<PeerContext>) {
    router.post("till/private/orders") { request, _ in
      guard isOwner(request) else { return Response(status: .unauthorized) }
      let body = try await request.json(OrderBody.self, below: 64 * 1024)
      switch try await till.make(body.order.id, amount: body.order.amount, summary: body.order.summary) {
      case .order(let order): return try Response.json(["order_id": order.id])
      case .conflict, .unknown: return Response(status: .conflict)
      }
    }
    router.get("till/private/orders/:order") { request, context in
      guard isOwner(request) else { return Response(status: .unauthorized) }
      guard let order = try await till.order(context.parameters.get("order") ?? "", patience: try request.patience())
      else {
        return Response(status: .notFound)
      }
      return try Response.json(
        StatusAnswer(
          status: order.state == .unpaid ? "unpaid" : "paid", isRefunded: order.state == .refunded,
          terms: order.state == .unpaid ? nil : .init(amount: order.amount),
          total: order.state == .unpaid ? order.amount : nil))
    }
    router.post("till/private/orders/:order/refund") { request, context in
      guard isOwner(request) else { return Response(status: .unauthorized) }
      guard let order = try await till.move(context.parameters.get("order") ?? "", from: .paid, to: .refunded) else {
        return Response(status: .notFound)
      }
      guard order.state == .refunded else { return Response(status: .conflict) }
      return try Response.json([
        "h_contract": Base32Bytes(EscrowHash.of(Array(order.id.utf8))).text,
        "taler_refund_uri": "taler+http://refund/\(request.head.authority ?? "")/till/\(order.id)/",
      ])
    }
    router.get("till/orders/:order") { _, context in
      guard let order = try await till.order(context.parameters.get("order") ?? "") else {
        return Response(status: .notFound)
      }
      return Response.text(Self.page(order), type: "text/html; charset=utf-8")
    }
    router.post("till/orders/:order") { _, context in
      guard let order = try await till.move(context.parameters.get("order") ?? "", from: .unpaid, to: .paid) else {
        return Response(status: .notFound)
      }
      return Response.text(Self.page(order), type: "text/html; charset=utf-8")
    }
  }

  private func isOwner(_ request: Request) -> Bool {
    let expected = Array("Bearer secret-token:".utf8) + till.token.withBytes { Array($0) }
    return ConstantTime.areEqual(Array((request.headers[.authorization] ?? "").utf8), expected)
  }

  private static func page(_ order: TillOrder) -> String {
    let price = escaped(Amount(order.amount)?.inWords ?? order.amount)
    let state =
      switch order.state {
      case .unpaid: "<form method=\"post\"><button>Pay \(price) of practice money</button></form>"
      case .paid: "<p>Paid. Go back to the page that asked for it.</p>"
      case .refunded: "<p>Paid, and given back.</p>"
      }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
      <title>Practice till</title></head>
      <body><h1>Practice till</h1><p>This is practice: the money is not real.</p>\
      <p>\(escaped(order.summary))</p><p>\(price)</p>
      \(state)</body></html>
      """
  }
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }

  private struct OrderBody: Decodable {
    struct Order: Decodable {
      var id: String, amount: Amount, summary: String
      enum CodingKeys: String, CodingKey { case id = "order_id", amount, summary }
    }
    /// A merchant backend refunds an order only if the order states this period.
    struct Delay: Decodable {
      var microseconds: Int64
      enum CodingKeys: String, CodingKey { case microseconds = "d_us" }
    }
    var order: Order
    var refundDelay: Delay
    enum CodingKeys: String, CodingKey { case order, refundDelay = "refund_delay" }
  }
  private struct StatusAnswer: Encodable {
    struct Terms: Encodable { var amount: String }
    var status: String, isRefunded: Bool, terms: Terms?, total: String?
    enum CodingKeys: String, CodingKey {
      case status = "order_status", isRefunded = "refunded", terms = "contract_terms", total = "total_amount"
    }
  }
}
