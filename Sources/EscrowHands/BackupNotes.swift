import Escrow
import Foundation
import HandsProtocol
import Model

/// The notes of an unfinished set-up.
struct BackupNotes: EscrowNotes {
  static let name = "backup"
  var identity: NotedIdentity?
  var known: KnownProviders
  var methods: [NotedMethod] = []
  /// The number for the next method that is added.
  var nextNumber = 0
  /// The key for an authenticator app, 32 bytes, generated but not yet confirmed to be in the app.
  var clock: FiledSecret?
  /// The secret of which the providers keep shares, 32 bytes; generated with the first upload.
  var secret: FiledSecret?
  /// The file that replaces the secret in the backup of a file.
  var file: NotedFile?
  var plan: EscrowPlan?
  /// The providers to which a different computer uploaded the document. The sealed bytes are not available on this
  /// computer.
  var brought: Set<ProviderAddress>?
  /// The days on which providers returned what was uploaded to them, by their addresses.
  var readBackOn: [String: Int]?
  /// The days on which providers gave parts back in trials of their methods, by the truths' ids.
  var givenOn: [String: Int]?
  /// The draft, created from `plan` or from an earlier plan.
  var draft: BackupDraft?

  init(known: KnownProviders) { self.known = known }

  /// Replaces the noted file with the file held for this conversation. If no file is held, the noted file is kept.
  mutating func take(_ held: CoreSecret?) {
    if let held { file = NotedFile(held, named: held.filename) }
  }

  var texts: [FieldID: String] {
    Dictionary(methods.map { (EscrowText.method($0.facts.number), $0.text) }) { first, _ in first }
  }
}

extension BackupBill {
  /// The payments made to each provider and the payments still due.
  var begun: EscrowBegun { EscrowBegun(paid: Self.sums(arrived), due: Self.sums(due)) }

  /// Adds up the payments by provider and currency. If the price is unknown, the amount is empty, as in a payment, so
  /// that the arrival is still reported.
  private static func sums(_ items: [Item]) -> [EscrowBegun.Sum] {
    Dictionary(grouping: items) { [$0.provider.text, $0.amount?.currency ?? ""] }.map { key, items in
      let amounts = items.compactMap(\.amount), sum = amounts.dropFirst().reduce(amounts.first) { $0?.adding($1) }
      return EscrowBegun.Sum(url: key[0], amount: sum?.text ?? "")
    }
    .sorted { ($0.url, $0.amount) < ($1.url, $1.amount) }
  }
}

/// A method of a set-up, which keeps its number permanently.
struct NotedMethod: Codable, Hashable, Sendable {
  var facts: EscrowMethodFacts
  var method: BackupMethod

  /// The method's question or destination, for the person who set it up.
  var text: String {
    switch facts.kind {
    case .question: method.instructions
    case .email, .sms, .iban: method.challenge.secret.text
    case .totp, .video: method.instructions
    case .post:
      address.map { "\($0.fullName), \($0.street), \($0.postcode) \($0.city), \($0.country)" } ?? method.instructions
    }
  }
  private var address: PostalAddress? {
    method.challenge.secret.withBytes { try? JSONDecoder().decode(PostalAddress.self, from: Data($0)) }
  }
}

/// A file or a text to back up that belongs to no account.
struct NotedFile: Codable, Sendable {
  /// The name that the file's owner reads at recovery, and the file name under which the file is returned.
  var name: String?, filename: String?
  var mime: String
  var contents: FiledSecret

  init(_ core: CoreSecret, named name: String?) {
    (self.name, filename, mime, contents) = (name ?? core.filename, core.filename, core.mime, FiledSecret(core.value))
  }

  var coreSecret: CoreSecret { CoreSecret(contents.secret, mime: mime, filename: filename) }
}

extension BackupNotes {
  /// Returns the notes as a state that the programs of GNU Anastasis can read.
  ///
  /// - Parameter core: The secret of which the providers keep shares, if it is known.
  /// - Returns: `nil` if the person is not identified yet.
  /// - Throws: `EscrowError` if the draft is inconsistent.
  func state(_ core: CoreSecret?, named name: String?, at now: Date) throws(EscrowError) -> ReducerState? {
    guard let identity else { return nil }
    var state: ReducerState
    if let draft {
      state = try ReducerState(draft)
    } else {
      let places = Dictionary(methods.enumerated().map { ($1.facts.number, $0) }) { first, _ in first }
      let policies = (plan?.policies ?? []).map { policy in
        policy.parts.compactMap { part in
          ProviderAddress(part.url).flatMap { provider in
            places[part.method].map { PolicyPart(method: $0, provider: provider) }
          }
        }
      }
      state = ReducerState(
        begun: identity.used.values, methods: methods.map(\.method), policies: policies, secret: core, secretName: name)
    }
    state.add(Country.of(code: identity.country), known.addresses, known.configurations)
    if let plan { try state.keep(for: plan.years, from: Int64(now.timeIntervalSince1970)) }
    return state
  }

  init(_ state: ReducerState, at now: Date) async throws(ImportRefusal) {
    let years = state.years(from: Int64(now.timeIntervalSince1970)) ?? 1
    guard let country = state.country else { throw state.identityAttributes.isEmpty ? .nobody : .unknownCountry }
    let attributes = IdentityAttributes(state.identityAttributes)
    guard country.isComplete(attributes) else { throw .nobody }
    self.init(known: KnownProviders(state))
    identity = NotedIdentity(country: country.code, typed: attributes.values)

    let methods = state.methods
    guard methods.count <= EscrowBounds.challenges else { throw .tooMuch }
    guard methods.count == state.fields["authentication_methods"]?.items.count ?? 0 else { throw .malformed }
    for method in methods {
      guard let kind = EscrowKind(rawValue: method.type.rawValue), method.checked != nil else { throw .unknownMethod }
      self.methods.append(NotedMethod(facts: EscrowMethodFacts(nextNumber, kind), method: method))
      nextNumber += 1
    }

    let policies = state.policies
    guard policies.count <= EscrowBounds.planned, EscrowBounds.hold(policies) else { throw .tooMuch }
    let listed = (state.fields["policies"]?.items ?? []).map { $0["methods"]?.items.count ?? 0 }
    guard policies.map(\.count) == listed else { throw .malformed }
    guard policies.joined().allSatisfy({ methods.indices.contains($0.method) }) else { throw .inconsistent }
    if !policies.isEmpty {
      plan = EscrowPlan(policies.map { EscrowPolicyFacts($0.map { .init($0.method, $0.provider.text) }) }, years: years)
    }
    guard state.fields["recovery_data"] != nil else { return }
    do throws(EscrowError) { draft = try await state.backupDraft(years: years) } catch {
      throw error.code == .invalid ? .malformed : .inconsistent
    }
    brought = Set(draft?.providers.filter { $0.value.standing == .stored }.keys.map { $0 } ?? [])
  }
}

extension KnownProviders {
  /// Creates a list of the providers in a state, with their descriptions of themselves.
  init(_ state: ReducerState) {
    let configurations = state.configurations
    self.init(Array(state.providers.prefix(Self.most)))
    for address in addresses {
      if let configuration = configurations[address] { take(.success(configuration), of: address) }
    }
  }
}
