import Encoding
import Escrow
import Foundation
import HandsProtocol
import HandsTools

/// Carries out the account-recovery work that flows request: talks to escrow providers, and keeps unfinished work in
/// the hands' files until it is finished. A person's identity, answers and backed-up secrets stay here. Flows learn
/// only numbers, kinds and addresses of providers.
///
/// Each order starts from the contents of the file, and the file is written before the order is answered. If the
/// process is killed, nothing that was answered is lost (C-53).
public actor EscrowOperations {
  /// A provider that is known from the start.
  public struct DefaultProvider: Hashable, Sendable {
    /// The provider's base URL.
    public var url: String
    /// `true` if this computer only simulates the provider, for practice. Providers also declare this themselves.
    public var isPractice: Bool
    public init(url: String, isPractice: Bool = false) { self.url = url; self.isPractice = isPractice }
  }

  let client: ProviderClient
  let notebook: EscrowNotebook
  let defaults: [ProviderAddress]
  let practice: Set<ProviderAddress>
  let now: @Sendable () -> Date
  /// Today, as a number of days since 1970, in UTC.
  var today: Int { now().unixDay }
  let patience: Duration
  /// `true` if what opens an account here is given as a file too, like any other secret.
  let givesWays: Bool
  /// The files to back up instead of the way back into an account, keyed by the name under which the work on each is
  /// kept.
  private(set) var held: [String: CoreSecret] = [:]
  /// The notes of drills, by their names, which are in no file; and the tasks that forget those that rest.
  var drills: [String: RecoveryNotes] = [:], rests: [String: Task<Void, Never>] = [:]
  let drillPatience: Duration
  /// Admits one order per origin at a time, because an origin's orders work on the same file.
  private let turns = Turns()

  /// - Parameters:
  ///   - folder: The hands' own folder. Files that only their owner can access (0600) are created in it.
  ///   - providers: The providers that are known from the start. Text that is not a provider's address is skipped.
  ///   - patience: How long an order waits for another program that is working on the same files.
  ///   - drillPatience: How long a drill may rest before it is forgotten.
  ///   - givesWays: `true` if what opens an account here is given as a file too, for a copy of its journal. Only an
  ///     owner at a terminal may ask for that, never a page.
  public init(
    client: ProviderClient, folder: String, providers: [DefaultProvider] = [], patience: Duration = .seconds(5),
    drillPatience: Duration = .seconds(1800), givesWays: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client; self.now = now; self.patience = patience; self.drillPatience = drillPatience
    self.givesWays = givesWays
    notebook = EscrowNotebook(folder: folder)
    defaults = providers.compactMap { ProviderAddress($0.url) }
    practice = Set(providers.filter(\.isPractice).compactMap { ProviderAddress($0.url) })
  }

  /// Carries out one order of a flow.
  ///
  /// - Parameter origin: The origin of the order: a page's origin, as its browser states it, or the site that a
  ///   terminal signs in to. Work that was begun for one origin is invisible to all others.
  public func perform(_ work: EscrowWork, from origin: String) async -> EscrowNews {
    do { return try await turns.take(origin) { await self.answer(work, origin) } } catch {
      return EscrowNews(.failed)  // called off before its turn
    }
  }

  /// Holds a file or a text to be backed up in the next conversation. It replaces any file or text of a backup that was
  /// already begun.
  public func hold(_ file: CoreSecret, at origin: String) { held[EscrowErrand.file.name(at: origin)] = file }

  /// Carries out one order of a conversation about this errand.
  public func perform(_ work: EscrowWork, for errand: EscrowErrand, from origin: String) async -> EscrowNews {
    await perform(work, from: errand.name(at: origin))
  }

  /// An error thrown if something that the order needs is no longer here.
  struct Lost: Error {}

  private func answer(_ work: EscrowWork, _ origin: String) async -> EscrowNews {
    do {
      // What only reads finished work needs no lock, because that file is always complete. A status order asks without
      // one, which may take long, and notes the answers under one. A drill's notes are in no file.
      let lock = work.effect.needsFile ? try await notebook.lock(origin, patience: patience) : nil
      defer { withExtendedLifetime(lock) {} }
      return try await perform(work.effect, OrderSecrets(secrets: work.secrets), origin)
    } catch is Lost { return EscrowNews(.lost) } catch is EscrowBusy { return EscrowNews(.busy) } catch {
      return EscrowNews(.failed)
    }
  }

  func perform(_ effect: EscrowEffect, _ typed: OrderSecrets, _ origin: String) async throws -> EscrowNews {
    switch effect {
    case .resume(let purpose): try resume(purpose, origin)
    case .discard(let purpose): try discard(purpose, origin)
    case .identify(let purpose, let country, let fields):
      try identify(purpose, country, typed.attributes(fields), origin)
    case .showIdentity(let purpose): try showIdentity(purpose, origin)
    case .contact(let purpose, let urls): try await contact(purpose, urls, origin)
    case .drawClock: try drawClock(origin)
    case .addMethod(let kind, let fields): try add(kind, fields, typed, origin)
    case .removeMethod(let number): try remove(number, origin)
    case .upload(let plan): try await upload(plan, origin)
    case .checkPayments: try await checkPayments(origin)
    case .tryMethod(let number): try await tryMethod(number, origin)
    case .answerMethod(let number, let field): try await answerMethod(number, typed.secret(field), origin)
    case .finish: try finish(origin)
    case .discover(let urls): try await discover(urls, origin)
    case .openDocument(let url, let version): try await open(url, version, origin)
    case .begin(let number): try await begin(number, origin)
    case .answer(let number, let field): try await answer(number, typed.secret(field), origin)
    case .poll(let number): try await poll(number, origin)
    case .recover: try recover(origin)
    case .status: try await status(origin)
    case .picture: try picture(origin)
    case .drill(let step): try await drill(step, typed, origin)
    }
  }

  // Unfinished work

  private func resume(_ purpose: EscrowPurpose, _ origin: String) throws -> EscrowNews {
    switch purpose {
    case .backup:
      guard let notes = try notebook.read(BackupNotes.self, of: origin), let identity = notes.identity else {
        return EscrowNews(.nothingLeft)
      }
      let checkpoint = EscrowCheckpoint.backup(
        country: identity.country, methods: notes.methods.map(\.facts),
        providers: notes.known.facts(practice: practice), plan: notes.plan,
        begun: notes.draft?.bill.begun)
      return EscrowNews(.resumed(checkpoint), telling: notes.texts)
    case .recovery:
      guard let notes = try recoveryNotes(of: origin), let identity = notes.identity else {
        return EscrowNews(.nothingLeft)
      }
      let checkpoint = EscrowCheckpoint.recovery(
        country: identity.country, providers: notes.known.facts(practice: practice), documents: notes.documents,
        puzzle: notes.puzzle)
      return EscrowNews(.resumed(checkpoint), telling: notes.texts)
    }
  }

  private func discard(_ purpose: EscrowPurpose, _ origin: String) throws -> EscrowNews {
    switch purpose {
    case .backup: try notebook.forget(BackupNotes.self, of: origin)
    case .recovery: try forgetRecovery(of: origin)
    }
    return EscrowNews(.discarded)
  }

  // Topics of the orders

  /// Returns `true` if this origin may cause a request to the provider. A remote page must not use these hands to find
  /// out what listens on this computer, so only providers that the hands already know are allowed here. Plain HTTP is
  /// allowed only for loopback, for providers and for pages.
  func mayAsk(_ address: ProviderAddress, for origin: String) -> Bool {
    Self.mayAsk(address, for: origin, knowing: defaults)
  }
  private static func mayAsk(_ address: ProviderAddress, for origin: String, knowing defaults: [ProviderAddress])
    -> Bool
  {
    address.text.hasPrefix("https://") || defaults.contains(address) || origin.hasPrefix("http://")
  }

  /// Returns the client for a recovery of this origin. Of the providers named in a document, the client contacts only
  /// those that `mayAsk` allows for the origin.
  func recoveryClient(for origin: String) -> RecoveryClient {
    RecoveryClient(client) { [defaults] in Self.mayAsk($0, for: origin, knowing: defaults) }
  }

  /// The default providers that somebody configured. All other providers count as present only once they prove it.
  var named: [ProviderAddress] { defaults.filter { client.own?.addresses.contains($0) != true } }

  /// Returns the providers known from the start. Those that this installation itself runs are included only if they
  /// prove to be running.
  func present() async -> [ProviderAddress] {
    await withTaskGroup(of: ProviderAddress?.self) { [client, defaults] group in
      for address in defaults { group.addTask { await client.mayAsk(address) ? address : nil } }
      let present = await group.reduce(into: Set<ProviderAddress>()) { if let address = $1 { $0.insert(address) } }
      return defaults.filter { present.contains($0) }
    }
  }

  func backup(of origin: String) throws -> BackupNotes {
    guard let notes = try notebook.read(BackupNotes.self, of: origin) else { throw Lost() }
    return notes
  }
  func recovery(of origin: String) throws -> RecoveryNotes {
    guard let notes = try recoveryNotes(of: origin) else { throw Lost() }
    return notes
  }
}

/// The secrets that were typed for one order.
struct OrderSecrets: Sendable {
  let secrets: [FieldID: Secret]

  /// - Throws: `Lost` if this field's secret is missing.
  func secret(_ field: FieldID) throws -> Secret {
    guard let secret = secrets[field] else { throw EscrowOperations.Lost() }
    return secret
  }
  /// Returns the text of a field, so that it can be checked and compared.
  func text(_ field: FieldID) throws -> String { try secret(field).text }
  /// Returns the attributes by name, which is also the name of their field. Empty attributes are left out.
  func attributes(_ fields: [FieldID]) throws -> IdentityAttributes {
    var attributes = IdentityAttributes()
    for field in fields {
      let text = try text(field)
      if !text.allSatisfy(\.isWhitespace) { attributes[field.rawValue] = text }
    }
    return attributes
  }
}

extension EscrowEffect {
  /// `true` if nobody else may change the origin's file meanwhile.
  fileprivate var needsFile: Bool { if case .drill = self { false } else { !readsFinishedWork } }
}

extension EscrowNews {
  /// Creates news with those texts for which this conversation's screens have places.
  init(_ reply: EscrowReply, telling texts: [FieldID: String]) {
    self.init(
      reply,
      shown: texts.isEmpty ? nil : .texts(Dictionary(uniqueKeysWithValues: texts.map { ($0.key.rawValue, $0.value) })))
  }
}
