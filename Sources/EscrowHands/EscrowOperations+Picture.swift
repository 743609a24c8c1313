import Escrow
import Foundation
import HandsProtocol
import HandsTools

extension EscrowPicture {
  /// Reads what the hands of a folder know of the set-up that was finished for an origin. It asks no provider: only a
  /// status order does that, which the person begins.
  ///
  /// - Returns: `nil` if none was finished on this computer.
  /// - Throws: `HandsError` with `damaged`.
  public init?(from folder: String, at origin: String, on now: Date) throws(HandsError) {
    guard let finished = try EscrowNotebook(folder: folder).read(FinishedSetUp.self, of: origin) else { return nil }
    self = finished.picture(today: now.unixDay)
  }
}

extension Date {
  /// The number of the day since 1970, in UTC.
  var unixDay: Int { Int((timeIntervalSince1970 / 86_400).rounded(.down)) }
}

extension EscrowOperations {
  func picture(_ origin: String) throws -> EscrowNews {
    let known = try EscrowPicture(from: notebook.folder, at: origin, on: now())
    return known.map { EscrowNews(.shown, shown: .picture($0)) } ?? EscrowNews(.nothingLeft)
  }

  /// Notes what the providers just answered. If another set-up was finished meanwhile, the days stay as they were.
  ///
  /// - Throws: `EscrowBusy` if another program keeps the files; `HandsError`.
  func note(_ standings: [EscrowStanding], of asked: FinishedSetUp, _ origin: String) async throws {
    let lock = try await notebook.lock(origin, patience: patience)
    defer { withExtendedLifetime(lock) {} }
    guard var finished = try notebook.read(FinishedSetUp.self, of: origin), finished.documentHash == asked.documentHash
    else { return }
    let told = Dictionary(standings.map { ($0.url, $0) }) { first, _ in first }
    for at in finished.places.indices {
      told[finished.places[at].provider.text].map { finished.places[at].take($0, on: today) }
    }
    try notebook.write(finished, of: origin)
  }
}

extension FinishedSetUp {
  fileprivate func picture(today: Int) -> EscrowPicture {
    let numbers = Dictionary(places.enumerated().map { ($1.provider.text, $0) }) { first, _ in first }
    var picture = EscrowPicture(places.map { $0.inPicture(today: today) }, [], [], lookups: lookups ?? [])
    var seen: [EscrowPicture.Part: Int] = [:]
    for policy in EscrowBounds.first(of: policies) {
      let parts = policy.compactMap { part in
        numbers[part.url].map { EscrowPicture.Part(part.kind, at: $0, triedOn: part.triedOn) }
      }
      guard parts.count == policy.count else { continue }  // nobody knows who keeps one of its parts
      picture.policies.append(
        parts.map { part in
          if let number = seen[part] { return number }
          picture.parts.append(part)
          seen[part] = picture.parts.count - 1
          return picture.parts.count - 1
        })
    }
    return picture
  }
}

extension FinishedSetUp.Place {
  /// Takes what the provider was just found to say. Silence moves no date, and takes nothing back that it said before.
  fileprivate mutating func take(_ told: EscrowStanding, on day: Int) {
    guard told.isAnswer else {
      unansweredOn = day
      return
    }
    let isOther = told.version != nil && !told.isCurrent
    answer = FinishedSetUp.Answer(on: day, isGone: told.trouble != nil || isOther, hasDocument: told.isCurrent)
    unansweredOn = nil
  }

  fileprivate func inPicture(today: Int) -> EscrowPicture.Provider {
    /// Returns `true` if a time is over. A provider may delete what was paid for at any time of the last day.
    func isOver(_ end: Int64?) -> Bool { end.map { $0.day <= today } ?? false }
    let standing: EscrowPicture.Standing =
      answer?.isGone == true || isOver(truthExpiration)
      ? .gone : answer == nil || unansweredOn != nil ? .silent : .there
    return EscrowPicture.Provider(
      provider.shown, standing,
      hasDocument: (answer?.hasDocument ?? (version != nil)) && !isOver(expiration), answeredOn: answer?.on,
      paidUntil: end?.day)
  }
}

extension ProviderAddress {
  /// The address as people read it: `harbor.example`.
  fileprivate var shown: String { String(text.drop { $0 != "/" }.dropFirst(2).dropLast()) }
}

extension Int64 {
  /// The number of the day since 1970, in UTC, of a time in seconds of the Unix clock.
  fileprivate var day: Int { Int(self / 86_400) }
}

extension EscrowStanding {
  /// `true` if the provider itself said what it keeps. A machine in between, or a provider that asks for patience, says
  /// nothing about that.
  fileprivate var isAnswer: Bool {
    switch trouble {
    case nil, .lying, .missing, .expired, .behind: true
    case .unreachable, .notProvider, .full, .limited, .refused, .unchecked: false
    }
  }
}
