import Crypto
import Encoding
import Escrow
import Foundation
import HandsProtocol
import Model
import Wraps

extension EscrowOperations {
  /// Sends everything that has not arrived. Uploading the same plan again reuses the values generated for it, so that a
  /// provider recognizes what it already has.
  func upload(_ plan: EscrowPlan, _ origin: String) async throws -> EscrowNews {
    var notes = try backup(of: origin)
    guard let identity = notes.identity else { throw Lost() }
    let core = try notes.subject(held[origin], origin), draft: BackupDraft
    if let begun = notes.draft, notes.plan == plan, begun.isOf(core) {
      draft = begun
    } else {
      let unknown = await missing(plan, &notes.known, for: origin)
      guard unknown.isEmpty else { return EscrowNews(.gaps(unknown)) }
      guard let order = order(plan, identity, core, notes, origin) else { return EscrowNews(.failed) }
      do throws(EscrowError) {
        draft = try await BackupDraft(planning: order, after: notes.draft, at: Int64(now().timeIntervalSince1970))
      } catch {
        guard error == EscrowError(.tooLarge, "") else { throw error }
        return EscrowNews(.gaps(order.providers.keys.map { EscrowGap(url: $0.text, .full) }.sorted { $0.url < $1.url }))
      }
      (notes.plan, notes.draft, notes.brought) = (plan, draft, nil)
      try notebook.write(notes, of: origin)
    }
    let notebook = notebook, begun = notes
    var (sent, outcome) = await BackupClient(client).upload(draft) { @Sendable step in
      var notes = begun
      notes.draft = step
      // If this record cannot be written, the same items are simply sent again.
      try? notebook.write(notes, of: origin)
    }
    // "Backed up" is claimed only for what was read back, not for what was merely sent.
    if outcome.isSufficient { (sent, outcome) = await BackupClient(client).readBack(sent) }
    notes.draft = sent
    if outcome.isSufficient {
      let answered = Set(sent.providers.keys).subtracting(outcome.missing.map(\.provider))
      notes.readBackOn = Dictionary(uniqueKeysWithValues: answered.map { ($0.text, today) })
    }
    try notebook.write(notes, of: origin)
    if let due = sent.due { return EscrowNews(due) }
    guard outcome.isSufficient else { return EscrowNews(.gaps(outcome.gaps)) }
    let isPractice = sent.providers.keys.contains { [known = notes.known] in known.isPractice($0, practice) }
    return EscrowNews(
      .uploaded(isPractice: isPractice, gaps: outcome.gaps),
      shown: EscrowWay.bytes(of: core, for: origin).map { .unlocking($0) })
  }

  /// Checks for payments (C-61). This only repeats earlier requests, so that nobody at the hands has to approve it each
  /// time a page checks.
  func checkPayments(_ origin: String) async throws -> EscrowNews {
    var notes = try backup(of: origin)
    guard let draft = notes.draft else { throw Lost() }
    let notebook = notebook, begun = notes
    let (looked, troubles) = await BackupClient(client).lookForPayments(draft) { @Sendable step in
      var notes = begun
      notes.draft = step
      try? notebook.write(notes, of: origin)
    }
    notes.draft = looked
    try notebook.write(notes, of: origin)
    if !troubles.isEmpty, looked.bill.paid == draft.bill.paid {
      return EscrowNews(.gaps(troubles.map { EscrowGap(url: $0.text, EscrowTrouble($1)) }.sorted { $0.url < $1.url }))
    }
    return EscrowNews(looked.due ?? .ready)
  }

  /// Returns the plan's providers that have never described what they accept, and do not do so now.
  private func missing(_ plan: EscrowPlan, _ known: inout KnownProviders, for origin: String) async -> [EscrowGap] {
    let named = Set(plan.policies.flatMap(\.parts).compactMap { ProviderAddress($0.url) })
    let unknown = named.filter { known.configurations[$0] == nil && mayAsk($0, for: origin) }
    let answers = await configurations(of: unknown)
    for (address, answer) in answers { known.take(answer, of: address) }
    return answers.compactMap { address, answer in
      if case .failure(let error) = answer { EscrowGap(url: address.text, EscrowTrouble(error)) } else { nil }
    }
    .sorted { $0.url < $1.url }
  }

  /// Creates the order to back up with this plan.
  ///
  /// - Returns: `nil` if the plan refers to something that does not exist.
  private func order(
    _ plan: EscrowPlan, _ identity: NotedIdentity, _ core: CoreSecret, _ notes: BackupNotes, _ origin: String
  ) -> BackupOrder? {
    let places = Dictionary(notes.methods.enumerated().map { ($1.facts.number, $0) }) { first, _ in first }
    var policies: [[PolicyPart]] = []
    for policy in plan.policies {
      var parts: [PolicyPart] = []
      for part in policy.parts {
        guard let place = places[part.method], let provider = ProviderAddress(part.url) else { return nil }
        parts.append(PolicyPart(method: place, provider: provider))
      }
      policies.append(parts)
    }
    let providers = Set(policies.joined().map(\.provider))
    let configurations = notes.known.configurations.filter { providers.contains($0.key) }
    return BackupOrder(
      attributes: identity.used.values, methods: notes.methods.map(\.method), policies: policies,
      providers: configurations,
      secret: core, secretName: EscrowErrand.isFile(origin) ? notes.file?.name : EscrowWay.name(at: origin),
      years: plan.years)
  }

  /// Ends a set-up in which every way works. Afterwards, only the data that the status page needs is kept. That data
  /// opens nothing and identifies nobody.
  func finish(_ origin: String) throws -> EscrowNews {
    guard let notes = try notebook.read(BackupNotes.self, of: origin) else {
      guard try notebook.read(FinishedSetUp.self, of: origin) != nil else { throw Lost() }
      return EscrowNews(.finished)
    }
    guard notes.plan != nil, let draft = notes.draft, draft.outcome.isSufficient else { return EscrowNews(.failed) }
    try notebook.write(FinishedSetUp(draft, notes, practice: practice, at: origin), of: origin)
    try notebook.forget(BackupNotes.self, of: origin)
    return EscrowNews(.finished)
  }
}

extension BackupNotes {
  /// Returns the secret of which the providers keep shares: the account's own secret, generated with the first upload,
  /// or the file that was supplied.
  fileprivate mutating func subject(_ held: CoreSecret?, _ origin: String) throws -> CoreSecret {
    if EscrowErrand.isFile(origin) {
      take(held)
      guard let file else { throw EscrowOperations.Lost() }
      return file.coreSecret
    }
    let drawn = secret ?? FiledSecret(DrawnBytes.secret(EscrowWay.count))
    secret = drawn
    return EscrowWay.coreSecret(drawn.secret, for: origin)
  }
}

extension BackupDraft {
  /// Returns `true` if the draft contains this secret.
  fileprivate func isOf(_ core: CoreSecret) -> Bool {
    guard let own = try? coreSecret() else { return false }
    return own.value.matches(core.value) && own.mime == core.mime && own.filename == core.filename
  }

  /// The payments that are still due; `nil` if no payment is due.
  fileprivate var due: EscrowReply? {
    let bill = bill
    guard !bill.due.isEmpty else { return nil }
    return .due(
      bill.due.map { EscrowPayment($0.request, to: $0.provider, amount: $0.amount) }, paid: bill.paid,
      coming: bill.coming)
  }
}

extension BackupOutcome {
  /// The gaps. Each provider appears once, with the first problem found there.
  fileprivate var gaps: [EscrowGap] {
    var seen: Set<ProviderAddress> = []
    return missing.compactMap { missing in
      guard case .trouble(let trouble) = missing.reason, seen.insert(missing.provider).inserted else { return nil }
      return EscrowGap(url: missing.provider.text, EscrowTrouble(trouble))
    }
  }
}

/// The secret of an account's way back, of which the providers keep shares: 32 random bytes (WRAPS §2, kind `escrow`).
///
/// The secret states the site it is for. A person has the same identity at their providers at whichever site they
/// recover, and a different site's page must not receive the secret that opens the account at this one.
enum EscrowWay {
  /// The number of random bytes.
  static let count = 32
  /// The media type that distinguishes the secret from other secrets that a person has backed up.
  static let mime = "application/vnd.latchstring.way"

  static func coreSecret(_ bytes: Secret, for origin: String) -> CoreSecret {
    CoreSecret(bytes, mime: mime, filename: site(of: origin))
  }

  /// Returns the bytes of an account's secret.
  ///
  /// - Returns: `nil` if the secret is of a different kind, or for a different site.
  static func bytes(of secret: CoreSecret, for origin: String) -> Secret? {
    secret.mime == mime && secret.value.count == count && secret.filename == site(of: origin) ? secret.value : nil
  }

  /// Returns the name by which the secret's owner recognizes it among others. The name is sealed, so nobody else can
  /// read it.
  static func name(at origin: String) -> String { "\(Product.name) at \(site(of: origin))" }

  /// Returns the SHA-256 of the lookup by which a server finds the account (WRAPS §2), base64url: one for each RP ID that
  /// a page of this origin may use, of which hands know only that it is the host or a parent of it (WebAuthn Level 3
  /// §5.1.2).
  static func lookups(of bytes: Secret, at origin: String) -> [String] {
    let labels = site(of: origin).split(separator: ".")
    return labels.indices.prefix(mostLabels).compactMap { first in
      let rpID = labels[first...].joined(separator: ".")
      let lookup = bytes.withBytes { WayKeys.lookup(.escrow, secret: Array($0), rpID: rpID) }
      return lookup.map { Base64URL.encode(Array(SHA256.hash(data: $0))) }
    }
  }
  private static let mostLabels = 8

  /// Returns the origin's host name, which is the RP ID.
  private static func site(of origin: String) -> String { URL(string: origin)?.host() ?? origin }
}
