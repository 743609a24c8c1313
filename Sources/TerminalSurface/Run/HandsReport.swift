import FlowKit
import Foundation
import LocalHands
import Runner

/// What these hands say of one effect: the same message that a page sends.
struct HandsReport: Encodable, Sendable {
  var ticket: Int
  var reply: String
  var fault: String?
  var timer: String?
  var card: HandsReply.Card?
  var escrow: HandsReply.Escrow?
  var made: String?

  init(_ ticket: Ticket, _ reply: String, fault: String? = nil, timer: TimerID? = nil, made: String? = nil) {
    self.ticket = ticket.rawValue; self.reply = reply; self.fault = fault; self.timer = timer?.rawValue; self.made = made
  }
  init(_ ticket: Ticket, _ news: CardNews) {
    self.init(ticket, "card", made: news.made)
    card = news.reply
  }
  init(_ ticket: Ticket, _ news: EscrowNews) {
    self.init(ticket, "escrow")
    escrow = news.reply
  }
  init(_ ticket: Ticket, _ news: VaultNews) { self.init(ticket, news.reply, made: news.made) }

  func message() throws -> HandsMessage { try JSONDecoder().decode(HandsMessage.self, from: JSONEncoder().encode(self)) }
}

extension WayMaterials {
  /// As the vault reads them: the same text that a page gets.
  func forVault() throws -> VaultMaterials { try JSONDecoder().decode(VaultMaterials.self, from: JSONEncoder().encode(self)) }
}
