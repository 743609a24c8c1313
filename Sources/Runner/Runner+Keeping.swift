import Crypto
import Vocabulary
import Foundation
import Model

/// Runs that wait for someone who is away. Only the hands know whether anything is pending, and anyone impersonating
/// them can claim anything, so the number of waiting runs is limited.
extension Runner {
  /// The time for which a run is kept: a letter takes days, and a person takes a few more.
  static let keptLifetime: TimeInterval = 60 * 24 * 60 * 60
  /// The maximum number of runs that may wait in total; each holds at most `mostBytes`.
  static let mostKept = 1_000
  /// The maximum number of waiting runs per network address.
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

  /// Moves waiting runs to the session that follows, so that they are not lost when somebody signs in or out in the
  /// same browser.
  ///
  /// - Returns: The time until which the last of the runs waits; `nil` if none wait.
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

  /// Returns a keyed mark that stands for an address. All addresses could be tried, but that is useless without the
  /// key, which is generated at each start and never stored.
  private func mark(of address: NetworkAddress) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: address.bytes, using: markKey).prefix(16))
  }
}
