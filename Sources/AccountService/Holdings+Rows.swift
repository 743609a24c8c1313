import Encoding
import Foundation
import Model
import Sentences
import WaysBack

extension Holdings {
  /// Returns the names that a person reads for a key or a card.
  ///
  /// - Parameters:
  ///   - label: The name that the person gave; empty if there is none.
  public typealias Naming = (_ label: String, _ isCard: Bool) -> ThingName

  /// Creates an account's holdings from its rows: what a server knows, which is no place except a built-in key's own
  /// device, no PIN, no copy of the journal and no provider. On one's own computer it also knows the copies of the
  /// accounts that were read back, and where each is said to be kept.
  ///
  /// Only ways in force are things. A way for practice never counts, and neither does a key that can no longer sign in.
  /// - Parameter now: The time at which the rows are read.
  package init(
    of account: Account, site: Site, at now: Date, naming: Naming, _ records: some Records
  ) throws {
    self.init(site: site, today: UnixDay.number(of: now))
    hasPassword = account.passwordHash != nil
    let credentials = Dictionary(try records.credentials(of: account.id).map { ($0.id, $0) }) { first, _ in first }
    let unrevoked = try records.ways(of: account.id), ways = unrevoked.standing
    let sealed = unrevoked.filter(\.isSealed), isUnfinished = !sealed.isEmpty && sealed.allSatisfy { $0.run != nil }
    isJournalBegun = try !isUnfinished && !records.generations(of: account.id).isEmpty
    hasPractice = ways.contains(where: \.isRehearsal)
    for var way in ways where !way.isRehearsal {
      if way.run != nil { way.sealed = nil }  // an unfinished enrollment may still be taken back
      switch way.kind {
      case .key: if let credential = credentials[way.id] { add(way, credential, naming) }
      case .card: add(card: way, naming)
      case .phrase:
        let read = [way.proofs[.words], way.proofs[.read]].compactMap(\.self).max()
        let paper = Code.Paper(provedOn: read.map(UnixDay.number), isOnlyRead: way.proofs[.words] == nil && read != nil)
        let check = way.kit.map { _ in Code.Check(givenOn: way.proofs[.checked].map(UnixDay.number)) }
        code = Code(kit: try records.kitNumber(of: way), record: way.id.rawValue, [paper], check: check)
      case .escrow:
        escrow = .somewhere(joinedOn: way.proofs[.joined].map(UnixDay.number))
        escrowRecord = way.id.rawValue
        escrowLookup = way.sealed?.find.map(Base64URL.encode)
      }
    }
    if case .here(let computer) = site {
      let revoked = try Set(records.wayLabels(of: account.id).keys).subtracting(unrevoked.map(\.id))
      for copy in try records.copies() { add(copy, of: ways, revoked, at: copy.place ?? computer) }  // the newest first
    }
  }

  /// Adds a copy that holds some of the ways that stand, unless a newer one lies at the same place. A copy of which
  /// nobody said where it is kept lies on the computer itself. A way that had no wrap yet when the copy was made opens
  /// nothing there. What was revoked since still opens it: a copy that nothing else opens is added as spent.
  private mutating func add(_ copy: AccountsCopy, of ways: [Way], _ revoked: Set<KeyID>, at place: String) {
    let held = ways.filter { way in copy.ways[way.id].map { $0 || !way.opens } ?? false }
    let isNewest = !copies.contains { $0.place == place }
    let id = copy.place.map { "\(copy.head) \($0)" } ?? copy.head
    let gone = Set(revoked.filter { copy.ways[$0] == true }.map(\.rawValue)), read = UnixDay.number(of: copy.readAt)
    if isNewest, !held.isEmpty {
      let holds = gone.union(held.map(\.id.rawValue))
      copies.append(.init(id: id, .accounts, holds: holds, readOn: read, at: place))
    } else if !gone.isEmpty, !isSpent(at: place, gone) {
      spentCopies.append(.init(id: id, .accounts, holds: gone, readOn: read, at: place))
    } else {
      return
    }
    if case .here(place) = site { return }
    places[place] = places[place] ?? Place(Sentence(verbatim: place))
  }
  /// Returns `true` if a newer copy at a place opens by the same revoked ways.
  private func isSpent(at place: String, _ gone: Set<String>) -> Bool {
    (copies + spentCopies).contains { $0.place == place && !$0.holds.isDisjoint(with: gone) }
  }

  private mutating func add(_ way: Way, _ credential: Credential, _ naming: Naming) {
    let name = naming(way.label, false), power: Key.Power = way.opens ? .opens : way.isSealed ? .needsRewrap : .signsIn
    // A key that only signs in was there when it last did, or when it was made.
    let seen = [way.provedAt, credential.lastUsedAt ?? credential.createdAt].compactMap(\.self).max()
    keys.append(
      Key(
        id: way.id.rawValue, name.alone, inSentence: name.inSentence, power,
        provedOn: (way.opens ? way.openedAt : seen).map(UnixDay.number),
        saysSynced: credential.isBackupEligible == true && credential.isBackedUp, isHardware: way.role != nil,
        at: device(of: way, name.alone)))
  }

  private mutating func add(card way: Way, _ naming: Naming) {
    let name = naming(way.label, true), day = way.provedAt.map(UnixDay.number)
    if way.opens {
      cards.append(Card(id: way.id.rawValue, name.alone, inSentence: name.inSentence, provedOn: day))
    } else {
      // To whoever loses it, a card that opens nothing is a key that only signs in.
      keys.append(
        Key(
          id: way.id.rawValue, name.alone, inSentence: name.inSentence, .signsIn,
          provedOn: day ?? UnixDay.number(of: way.createdAt)))
    }
  }

  /// Returns the id of the device that a key is built into, and adds the device to the places; `nil` if the key does
  /// not say that it is built in.
  private mutating func device(of way: Way, _ name: Sentence) -> String? {
    guard KeyReach(transports: way.transports) == .builtIn else { return nil }
    // A site on this computer is reached from this computer alone, unless a phone answers for it.
    if case .here(let computer) = site, !way.transports.contains("hybrid") { return computer }
    let id = "device of \(way.id.rawValue)"
    places[id] = Place("the device with “\(name)”", isDevice: true)
    return id
  }
}

extension Accounts {
  /// Returns what the holder of a session's account can come back with, as far as the rows say; `nil` if the session
  /// is not signed in.
  public func holdings(
    of session: Session, site: Holdings.Site, naming: @escaping @Sendable (String, Bool) -> ThingName
  ) async throws -> Holdings? {
    guard let id = session.account else { return nil }
    let now = environment.now()
    return try await store.read { records in
      try records.account(id).map { try Holdings(of: $0, site: site, at: now, naming: naming, records) }
    }
  }
}

extension AuditRecords {
  /// Returns the number on the paper with a code. A code from before kits had a check is counted.
  public func kitNumber(of code: Way) throws -> Int {
    if let kit = code.kit { return kit.number }
    return max(1, try count(of: .recoveryCodeRevealed, of: code.account, until: code.createdAt))
  }
}
