import Foundation
import Model
import Store

extension SQLProviderRecords {
  func order(_ id: [UInt8]) throws -> PaymentOrder? {
    try first("SELECT * FROM orders WHERE id = $1", .bytes(id)).map(order)
  }
  func orders(_ purpose: PaymentOrder.Purpose, of subject: [UInt8]) throws -> [PaymentOrder] {
    try all(
      "SELECT * FROM orders WHERE subject = $1 AND purpose = $2 ORDER BY offered_at DESC, id", .bytes(subject),
      .text(purpose.rawValue)
    ).map(order)
  }
  func orders(in state: PaymentOrder.State) throws -> [PaymentOrder] {
    try all("SELECT * FROM orders WHERE state = $1 ORDER BY offered_at, id", .text(state.rawValue)).map(order)
  }
  func insert(_ order: PaymentOrder) throws {
    let written = try changes(
      """
      INSERT INTO orders (id, purpose, subject, years, amount, state, uses_left, offered_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
      """, .bytes(order.id), .text(order.purpose.rawValue), .bytes(order.subject), .integer(Int64(order.years)),
      .text(order.amount),
      .text(order.state.rawValue), .integer(Int64(order.usesLeft)), .date(order.offeredAt))
    guard written == 1 else { throw StoreError(.taken, "order") }
  }
  func update(_ order: PaymentOrder) throws {
    try run(
      "UPDATE orders SET state = $2, uses_left = $3 WHERE id = $1", .bytes(order.id), .text(order.state.rawValue),
      .integer(Int64(order.usesLeft)))
  }
  func deleteOrders(unpaidOfferedBefore time: Date, limit: Int) throws -> Int {
    try delete(
      from: "orders", by: "id", where: "offered_at", before: time, in: PaymentOrder.State.offered.rawValue, limit: limit
    )
  }
  func deleteOrders(offeredBefore time: Date, limit: Int) throws -> Int {
    try delete(from: "orders", by: "id", where: "offered_at", before: time, limit: limit)
  }

  func tillOrder(_ id: String) throws -> TillOrder? {
    try first("SELECT * FROM till_orders WHERE id = $1", .text(id)).map { row in
      guard let state = TillOrder.State(rawValue: try row.text("state")) else {
        throw StoreError(.unreadable, "till order")
      }
      return TillOrder(
        id: try row.text("id"), amount: try row.text("amount"), summary: try row.text("summary"), state: state,
        createdAt: try row.date("created_at"))
    }
  }
  func insert(_ order: TillOrder) throws {
    let written = try changes(
      """
      INSERT INTO till_orders (id, amount, summary, state, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO \
      NOTHING
      """,
      .text(order.id), .text(order.amount), .text(order.summary), .text(order.state.rawValue), .date(order.createdAt))
    guard written == 1 else { throw StoreError(.taken, "till order") }
  }
  func update(_ order: TillOrder) throws {
    try run("UPDATE till_orders SET state = $2 WHERE id = $1", .text(order.id), .text(order.state.rawValue))
  }
  func deleteTillOrders(createdBefore time: Date, limit: Int) throws -> Int {
    try delete(from: "till_orders", by: "id", where: "created_at", before: time, limit: limit)
  }
  func deleteTillOrders(unpaidCreatedBefore time: Date, limit: Int) throws -> Int {
    try delete(
      from: "till_orders", by: "id", where: "created_at", before: time, in: TillOrder.State.unpaid.rawValue,
      limit: limit)
  }

  private func order(_ row: SQLRow) throws -> PaymentOrder {
    guard let purpose = PaymentOrder.Purpose(rawValue: try row.text("purpose")),
      let state = PaymentOrder.State(rawValue: try row.text("state"))
    else { throw StoreError(.unreadable, "order") }
    return PaymentOrder(
      id: try row.bytes("id"), purpose: purpose, subject: try row.bytes("subject"), years: try row.count("years"),
      amount: try row.text("amount"), state: state, usesLeft: try row.count("uses_left"),
      offeredAt: try row.date("offered_at"))
  }
}
