/// Holdings as their twin, `Public/holdings.js`, reads them, with all names in the reader's language.
public struct ExportedHoldings: Codable, Hashable, Sendable {
  public struct PIN: Codable, Hashable, Sendable { public var id, name: String }
  public struct Key: Codable, Hashable, Sendable {
    public var id, name, inSentence, power: String
    public var provedOn: Int?
    public var pin: PIN?
    public var saysSynced: Bool
    public var maker: String?
    public var isHardware: Bool
    public var place: String?
  }
  public struct Card: Codable, Hashable, Sendable {
    public var id, name, inSentence: String
    public var provedOn: Int?
    public var pin: PIN?
    public var place, pukAt, phraseAt: String?
  }
  public struct Paper: Codable, Hashable, Sendable {
    public var place: String?
    public var provedOn: Int?
    /// `true` if only three words were ever read off it.
    public var isOnlyRead: Bool?
  }
  public struct Code: Codable, Hashable, Sendable {
    public var kit: Int
    public var record: String
    public var papers: [Paper]
  }
  public struct Copy: Codable, Hashable, Sendable {
    public var id, kind: String
    public var holds: [String]
    public var readOn: Int?
    public var place: String?
  }
  public struct Place: Codable, Hashable, Sendable {
    public var name: String
    public var isDevice: Bool
    public var at: String?
  }
  public struct Plan: Codable, Hashable, Sendable {
    public struct Provider: Codable, Hashable, Sendable {
      public var name: String
      public var trouble: String?
      public var hasDocument: Bool
    }
    public struct Part: Codable, Hashable, Sendable {
      public var method: String
      public var provider: Int
      public var provedOn: Int?
    }
    public var providers: [Provider]
    public var parts: [Part]
    public var policies: [[Int]]
    public var places: [String: String]
  }
  /// Account recovery as a server knows it.
  public struct Somewhere: Codable, Hashable, Sendable { public var joinedOn: Int? }

  public var keys: [Key]
  public var cards: [Card]
  public var code: Code?
  public var hasPassword: Bool
  public var somewhere: Somewhere?
  public var plan: Plan?
  public var escrowRecord: String
  public var escrowLookup: String?
  public var hasPractice, isJournalBegun: Bool
  /// Who has the data, unless they are on the person's own computer, whose id among the places is then `here`.
  public var host, here: String?
  public var copies: [Copy]
  /// `nil` if there are none.
  public var spentCopies: [Copy]?
  public var places: [String: Place]
  public var today: Int
}

extension Holdings {
  /// The holdings for a page, with all names in the reader's language.
  public var exported: ExportedHoldings {
    var exported = ExportedHoldings(
      keys: keys.map(\.exported), cards: cards.map(\.exported), code: code?.exported, hasPassword: hasPassword,
      escrowRecord: escrowRecord, escrowLookup: escrowLookup, hasPractice: hasPractice, isJournalBegun: isJournalBegun,
      copies: copies.map(\.exported), places: places.mapValues(\.exported), today: today)
    switch escrow {
    case .none: break
    case .somewhere(let day): exported.somewhere = .init(joinedOn: day)
    case .known(let plan): exported.plan = plan.exported
    }
    if !spentCopies.isEmpty { exported.spentCopies = spentCopies.map(\.exported) }
    switch site {
    case .hosted(let host): exported.host = host
    case .here(let computer): exported.here = computer
    }
    return exported
  }
}

extension Holdings.PIN {
  fileprivate var exported: ExportedHoldings.PIN { .init(id: id, name: name.said) }
}

extension Holdings.Key {
  fileprivate var exported: ExportedHoldings.Key {
    let can =
      switch power {
      case .opens: "opens"
      case .signsIn: "signsIn"
      case .needsRewrap: "needsRewrap"
      }
    return .init(
      id: id, name: name.said, inSentence: nameInSentence.said, power: can, provedOn: provedOn, pin: pin?.exported,
      saysSynced: saysSynced, maker: maker, isHardware: isHardware, place: place)
  }
}

extension Holdings.Card {
  fileprivate var exported: ExportedHoldings.Card {
    .init(
      id: id, name: name.said, inSentence: nameInSentence.said, provedOn: provedOn, pin: pin?.exported, place: place,
      pukAt: pukAt, phraseAt: phraseAt)
  }
}

extension Holdings.Code {
  fileprivate var exported: ExportedHoldings.Code {
    .init(
      kit: kit, record: record,
      papers: papers.map { .init(place: $0.place, provedOn: $0.provedOn, isOnlyRead: $0.isOnlyRead ? true : nil) })
  }
}

extension Holdings.Copy {
  fileprivate var exported: ExportedHoldings.Copy {
    .init(id: id, kind: kind == .journal ? "journal" : "accounts", holds: holds.sorted(), readOn: readOn, place: place)
  }
}

extension Holdings.Place {
  fileprivate var exported: ExportedHoldings.Place { .init(name: name.said, isDevice: isDevice, at: at) }
}

extension Holdings.Plan {
  fileprivate var exported: ExportedHoldings.Plan {
    .init(
      providers: providers.map { provider in
        let trouble = provider.trouble.map { $0 == .silent ? "silent" : "gone" }
        return .init(name: provider.name, trouble: trouble, hasDocument: provider.hasDocument)
      },
      parts: parts.map { .init(method: $0.method.rawValue, provider: $0.provider, provedOn: $0.provedOn) },
      policies: policies, places: Dictionary(uniqueKeysWithValues: places.map { ($0.key.rawValue, $0.value) }))
  }
}
