import Access
import Sentences

/// What somebody else needs to get in, by the table of WAYS-BACK §6.
extension NumberedActs {
  /// One way in, as far as it does not depend on where the account is.
  private struct Way {
    /// The id of the record by which it opens.
    var record: String
    var need: Need
    /// `true` if it opens the journal, and does not only sign in.
    var opens = true
    /// `true` if it needs no browser at the site, and therefore opens a copy of the journal.
    var opensCopies = false
  }

  /// - Parameter opening: `true` for what opens the journal, `false` for what gets in at all.
  mutating func need(opening: Bool) -> Need {
    let ways = (papers() + keys() + cards() + password() + escrow()).filter { $0.opens || !opening }
    var needs = ways.map { way in Need.all([way.need, data(for: way)]) }
    needs += (holdings.copies + holdings.spentCopies).compactMap { replaced($0) }
    if holdings.hasPractice { needs.append(act(.practice, "practice")) }
    return .any(needs)
  }

  // MARK: Where the data are

  /// A host answers everybody. On the person's own computer it takes the computer, or a copy that the way opens.
  private mutating func data(for way: Way) -> Need {
    guard case .here(let computer) = holdings.site else { return .nothing }
    let copies = holdings.copies.filter { copy in
      copy.holds.contains(way.record) && (way.opensCopies || copy.kind == .accounts)
    }
    return .any([use(computer)] + copies.map { has($0) })
  }
  private mutating func use(_ computer: String) -> Need {
    act(.computer, computer, holdings.nameOfPlace(computer), at: computer)
  }
  /// A copy on the computer itself takes the computer.
  private mutating func has(_ copy: Holdings.Copy) -> Need {
    let own = act(.copy, copy.id, holdings.name(of: copy).inSentence, at: copy.place)
    guard case .here(let computer) = holdings.site, let place = copy.place,
      holdings.around(place)?.contains(computer) == true
    else { return own }
    return .all([own, use(computer)])
  }
  /// What was removed or replaced since still opens a copy that it was in.
  private mutating func replaced(_ copy: Holdings.Copy) -> Need? {
    guard !copy.holds.isSubset(of: holdings.standing) else { return nil }
    return .all([has(copy), act(.older, copy.id)])
  }

  // MARK: Ways in

  private mutating func papers() -> [Way] {
    guard let code = holdings.code else { return [] }
    return code.papers.enumerated().map { at, paper in
      let name = holdings.nameOfPaper(at, of: code).inSentence
      let found = act(.paper, code.idOfPaper(at), name, at: paper.place)
      return Way(record: code.record, need: found, opensCopies: true)
    }
  }

  private mutating func keys() -> [Way] {
    var ways: [Way] = []
    for key in holdings.keys {
      let opens = key.power == .opens
      ways.append(Way(record: key.id, need: touch(key), opens: opens))
      if key.saysSynced {
        let cloud = act(.cloud, key.maker ?? "", key.nameOfCloud)
        ways.append(Way(record: key.id, need: cloud, opens: opens))
      }
    }
    return ways
  }
  /// A passkey in a device takes the device. Whoever unlocks that has the passkey.
  private mutating func touch(_ key: Holdings.Key) -> Need {
    let pin = key.pin.map { act(.pin, $0.id, $0.name) }
    guard !key.isHardware, let device = key.place, holdings.isDevice(device) else {
      let held = act(.key, key.id, key.nameInSentence, at: key.place)
      return .all([held, pin ?? act(.secret, key.id, "its PIN or fingerprint")])
    }
    let held =
      holdings.site == .here(device)
      ? use(device) : act(.device, device, holdings.nameOfPlace(device), at: device)
    return .all([held, pin ?? act(.unlocking, device)])
  }

  private mutating func cards() -> [Way] {
    var ways: [Way] = []
    for card in holdings.cards {
      let held = act(.card, card.id, card.nameInSentence, at: card.place)
      var secrets = [card.pin.map { act(.pin, $0.id, $0.name) } ?? act(.secret, card.id, card.nameOfSecret)]
      if let place = card.pukAt {
        secrets.append(act(.paper, "puk of \(card.id)", ThingName.puk(of: card.nameInSentence).inSentence, at: place))
      }
      ways.append(Way(record: card.id, need: .all([held, .any(secrets)]), opensCopies: true))
      // The phrase makes an equal card.
      if let place = card.phraseAt {
        let name = ThingName.phrase(of: card.nameInSentence).inSentence
        let found = act(.paper, "phrase of \(card.id)", name, at: place)
        ways.append(Way(record: card.id, need: found, opensCopies: true))
      }
    }
    return ways
  }

  private mutating func password() -> [Way] {
    guard holdings.isPasswordEnough else { return [] }
    let known = act(.password, "password", ThingName.password.inSentence)
    return [Way(record: Holdings.passwordRecord, need: known, opens: false)]
  }

  private mutating func escrow() -> [Way] {
    escrowNeed().map { [Way(record: holdings.escrowRecord, need: $0, opensCopies: true)] } ?? []
  }
}

extension Holdings.Key {
  fileprivate var nameOfCloud: Sentence {
    maker.map { ThingName.cloud(of: $0).inSentence } ?? "the account that your passkeys say they are synced with"
  }
}

extension Holdings.Card {
  /// What it takes besides the card, while nobody said which PIN that is. A card has a PUK, wherever its paper lies.
  fileprivate var nameOfSecret: Sentence { pukAt == nil ? "its PIN or PUK" : "its PIN" }
}

extension Holdings {
  /// The ids of the records of everything that stands.
  fileprivate var standing: Set<String> { records.union(keys.map(\.id)) }
}
