import AccountService
import Crypto
import Encoding
import Flows
import Foundation
import HandsProtocol
import Model
import Vocabulary

/// Rehearsals of the worst day in another browser. A ticket names an account and one way in; it opens nothing, and is
/// judged only together with what is shown.
extension Runner {
  /// Stores the ticket that the hands drew.
  func issueTicket(
    for way: KeyID, _ evidence: Evidence, _ account: AccountID, _ current: Current, _ records: any Records
  ) throws -> Bool {
    let text = current.contents.evidence[evidence.rawValue] ?? ""
    guard let drawn = try? JSONDecoder().decode(DrawnTicket.self, from: Data(text.utf8)),
      let hash = Base64URL.decode(drawn.hash), hash.count == 32,
      let way = try records.way(way), way.account == account, way.opens, way.kind != .escrow
    else { return false }
    do {
      try records.attempt {
        try records.insert(
          DrillTicket(tokenHash: hash, account: account, way: way.id, issuedAt: environment.now()))
      }
    } catch let error as StoreError where error.code == .taken { return false }
    return true
  }

  /// Keeps what was typed. Nothing is looked up yet, so the answer says nothing.
  func keepTicket(_ typed: String, _ current: inout Current) {
    current.contents.ticket = .init(hash: Self.hash(ofTicket: typed), at: environment.now())
    current.contents.rehearsing = nil
  }

  /// Spends the kept ticket, if it was issued for the way that was shown in this run. A wrong, used or late ticket and one
  /// for another way take the same path to the same answer.
  func redeemTicket(_ key: KeyID?, _ current: inout Current, _ records: any Records) throws -> Bool {
    let now = environment.now()
    guard missedTickets.isLeft(for: current.session.address, at: now) else { throw RunnerError(.tooManyTickets) }
    let ticket = try records.drillTicket(current.contents.ticket?.hash ?? [])
    let shown = key.flatMap { current.contents.touched.contains($0) ? $0 : nil } ?? current.contents.recovering?.way
    let way = try records.way(shown ?? KeyID(rawValue: ""))
    guard let ticket, !ticket.isExpired(at: now), let way, way.isSealed, ticket.way == way.id,
      ticket.account == way.account
    else {
      missedTickets.use(by: current.session.address, at: now, records)
      return false
    }
    try records.delete(drillTicket: ticket.tokenHash)
    current.contents.rehearsing = .init(account: way.account, way: way.id)
    return true
  }

  /// Ends the session of a browser that was only visited for a rehearsal, unless something else waits there.
  func leave(_ session: Session, _ records: any Records) throws -> Bool {
    guard session.account == nil, try records.runs(of: session.id).isEmpty else { return false }
    try end(session.id, records)
    return true
  }

  /// What is no ticket at all is hashed as it was typed, so that every miss takes one path.
  private static func hash(ofTicket typed: String) -> [UInt8] {
    let signs = CrockfordBase32.canonical(typed: typed, count: 5) ?? typed
    return Array(SHA256.hash(data: Array(signs.utf8)))
  }
}

extension AddressAllowance {
  /// Tickets that are not typed over a network are not counted.
  fileprivate func isLeft(for address: NetworkAddress?, at now: Date) -> Bool {
    address.map { isLeft(for: $0, at: now.timeIntervalSince1970) } ?? true
  }
  fileprivate func use(by address: NetworkAddress?, at now: Date, _ records: any Records) {
    if let address { _ = use(by: address, at: now.timeIntervalSince1970, records) }
  }
}
