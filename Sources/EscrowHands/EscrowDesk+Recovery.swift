import Escrow
import HandsProtocol

extension EscrowDesk {
  /// Looks with every way in which the attributes may have been written. None found and one that nobody may see are the same here (G-14).
  func discover(_ urls: [String], _ origin: String) async throws -> EscrowNews {
    var notes = try recovery(of: origin)
    guard let identity = notes.identity, let country = Country.of(code: identity.country) else { throw Lost() }
    let asked = urls.isEmpty ? notes.known.addresses : urls.compactMap { ProviderAddress($0) }.filter { mayAsk($0, for: origin) }
    guard !asked.isEmpty else { return EscrowNews(.failed) }
    let variants = country.variants(of: IdentityAttributes(identity.typed)).map(\.attributes.values)
    var draft = try notes.draft ?? RecoveryDraft(variants: variants, providers: asked)
    for address in asked { draft.add(address) }
    draft = await recoveryClient(for: origin).discover(draft)
    for (address, configuration) in draft.configurations { notes.known.take(.success(configuration), of: address) }
    notes.draft = draft
    try notebook.write(notes, of: origin)
    let behind = draft.behind
    let gaps = draft.providers.compactMap { [draft] address -> EscrowGap? in
      guard case .trouble(let trouble)? = draft.standings[address] else {
        return behind.contains(address) ? EscrowGap(url: address.text, .behind) : nil
      }
      return EscrowGap(url: address.text, EscrowTrouble(trouble))
    }
    // What was set up for this site first: a newer one of another site opens nothing here.
    let documents = notes.documents, own = EscrowWay.name(at: origin)
    return EscrowNews(.documents(documents.filter { $0.name == own } + documents.filter { $0.name != own }, gaps, lookUpsLeft: draft.lookUpsLeft))
  }

  func open(_ url: String, _ version: Int, _ origin: String) async throws -> EscrowNews {
    var notes = try recovery(of: origin)
    guard let draft = notes.draft else { throw Lost() }
    guard let address = ProviderAddress(url), draft.providers.contains(address) else { return EscrowNews(.trouble(.notProvider)) }
    let before = draft.opened
    do throws(EscrowError) {
      let (next, result) = try await recoveryClient(for: origin).open(draft, at: address, version: version)
      switch result {
      case .refused(let refusal): return EscrowNews(.trouble(EscrowTrouble(refusal)))
      case .nothing: return EscrowNews(.trouble(.lying))
      case .opened: notes.draft = next
      }
    } catch { return EscrowNews(.trouble(EscrowTrouble(error))) }
    if notes.draft?.opened?.documentHash != before?.documentHash { notes.sentTo = [:] }
    try notebook.write(notes, of: origin)
    guard let puzzle = notes.puzzle else { return EscrowNews(.failed) }
    return EscrowNews(.opened(puzzle), telling: notes.texts)
  }

  /// What the shares make. Anything that is no account's way back is its owner's, and no page's.
  func recover(_ origin: String) throws -> EscrowNews {
    let notes = try recovery(of: origin)
    guard let draft = notes.draft, draft.opened != nil else { throw Lost() }
    guard let secret = draft.recovered else {
      return EscrowNews(.gaps(draft.liars.map(\.text).sorted().map { EscrowGap(url: $0, .lying) }))
    }
    if let bytes = EscrowWay.bytes(of: secret, for: origin) { return EscrowNews(.recovered, shown: .unlocking(bytes)) }
    return EscrowNews(.otherSecret, shown: .file(RecoveredFile(name: secret.filename, mime: secret.mime, contents: secret.value)))
  }
}
