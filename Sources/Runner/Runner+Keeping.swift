import Crypto
import Vocabulary
import Foundation
import Model

/// Runs that wait for somebody who is away. Only the hands know if there is something to wait for, and whoever speaks
/// for them can say anything: so the number that waits is limited.
extension Runner {
  /// A letter takes days, and a person some more.
  static let keptLifetime: TimeInterval = 60 * 24 * 60 * 60
  /// The most runs that wait in all; each holds at most `mostBytes`.
  static let mostKept = 1_000
  /// The most of one network address.
  static let mostKeptForOne = 5

  func perform(_ work: ServerEffect.Run, _ current: inout Current, _ records: any Records) throws -> ServerReply {
    switch work {
    case .keep: .run(.kept(try keep(&current, records)))
    }
  }

  private func keep(_ current: inout Current, _ records: any Records) throws -> Keeping {
    guard current.session.account == nil, let address = current.session.address else { return .asItIs }
    let now = environment.now(), mark = mark(of: address)
    guard try records.keptRuns(at: now, for: nil) < Self.mostKept,
      try records.keptRuns(at: now, for: mark) < Self.mostKeptForOne
    else {
      return .anHour
    }
    let end = now + Self.keptLifetime
    (current.run.keptUntil, current.run.keptFor) = (end, mark)
    return .until(Int(end.timeIntervalSince1970))
  }

  /// Runs that wait in a browser are not lost when somebody signs in or out there: they go on in the session that
  /// follows.
  ///
  /// - Returns: The time until which the last of it waits; `nil` if nothing does.
  @discardableResult
  func carryKept(from old: SessionID, to new: SessionID, at now: Date, _ records: any Records) throws -> Date? {
    var end: Date?
    for var run in try records.runs(of: old) where run.isKept(at: now) {
      run.session = new
      try records.update(run)
      end = max(end ?? now, run.keptUntil ?? now)
    }
    return end
  }

  /// Addresses are few enough to be tried one by one; without the key, which is drawn at each start and kept nowhere,
  /// that is of no use.
  private func mark(of address: NetworkAddress) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: address.bytes, using: markKey).prefix(16))
  }
}
