import Escrow
import HandsProtocol

extension EscrowOperations {
  /// Records the person's identity (C-21, C-22). A draft that was made for different attributes is useless and is
  /// therefore discarded.
  func identify(_ purpose: EscrowPurpose, _ code: String, _ typed: IdentityAttributes, _ origin: String) throws
    -> EscrowNews
  {
    guard let country = Country.of(code: code) else { return EscrowNews(.failed) }
    let judged = country.verdicts(typed)
    let misfits = judged.filter { !$0.verdict.isUsable }.compactMap { EscrowMisfit($0.attribute, $0.verdict) }
    guard misfits.isEmpty else { return EscrowNews(.misfit(misfits)) }
    let identity = NotedIdentity(country: country.code, typed: typed.values)
    switch purpose {
    case .backup:
      var notes = try notebook.read(BackupNotes.self, of: origin) ?? BackupNotes(known: KnownProviders(named))
      if notes.identity?.used != identity.used { notes.draft = nil }
      notes.identity = identity
      // The notes contain the file from the beginning, so that a person who continues later or elsewhere does not need
      // the original.
      notes.take(held[origin])
      try notebook.write(notes, of: origin)
    case .recovery:
      var notes = try recoveryNotes(of: origin) ?? RecoveryNotes(known: KnownProviders(named))
      if notes.identity != identity { notes.draft = nil }
      notes.identity = identity
      try keep(notes, of: origin)
    }
    let unusual = judged.filter(\.verdict.isUsable).compactMap { EscrowMisfit($0.attribute, $0.verdict) }
    return EscrowNews(
      .identified(EscrowStrength(country.strength(of: typed)), unusual: unusual), telling: identity.texts)
  }

  func showIdentity(_ purpose: EscrowPurpose, _ origin: String) throws -> EscrowNews {
    let identity =
      switch purpose {
      case .backup: try backup(of: origin).identity
      case .recovery: try recovery(of: origin).identity
      }
    guard let identity else { throw Lost() }
    return EscrowNews(.shown, telling: identity.texts)
  }
}

extension EscrowMisfit {
  fileprivate init?(_ attribute: IdentityAttribute, _ verdict: AttributeVerdict) {
    guard let fault = verdict.fault.flatMap({ Fault(rawValue: $0.rawValue) }) else { return nil }
    self.init(FieldID(rawValue: attribute.name), fault)
  }
}

extension EscrowStrength {
  fileprivate init(_ strength: IdentityStrength) {
    let knowers = Knower.allCases.filter { $0 != .everybody }.map { strength.bits(for: $0) }
    self.init(stranger: Int(strength.stranger), acquaintance: Int(knowers.min() ?? 0))
  }
}

/// A person's identity as typed, from which the spellings that other programs may have used can be derived.
struct NotedIdentity: Codable, Hashable, Sendable {
  /// The code of the country of residence.
  var country: String
  var typed: [String: String]

  /// The attributes in canonical form, which is the same however they were typed (C-21).
  var used: IdentityAttributes {
    Country.of(code: country)?.normalized(IdentityAttributes(typed)) ?? IdentityAttributes()
  }

  /// Each attribute that the country asks for, keyed by its field's name. The text is empty if the attribute was not
  /// given.
  var texts: [FieldID: String] {
    let used = used, asked = (Country.of(code: country)?.attributes ?? []) + [.memorableWord]
    return Dictionary(asked.map { (FieldID(rawValue: $0.name), used[$0.name] ?? "") }) { first, _ in first }
  }
}
