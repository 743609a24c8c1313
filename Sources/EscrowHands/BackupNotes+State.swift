import Escrow
import Foundation
import HandsProtocol
import Model

extension BackupNotes {
  /// As the programs of GNU Anastasis keep it.
  ///
  /// - Parameter core: What the providers get shares of, where it is known.
  /// - Returns: `nil` where nobody is named yet.
  /// - Throws: `EscrowError` where the draft does not fit together.
  func state(_ core: CoreSecret?, named name: String?, at now: Date) throws(EscrowError) -> ReducerState? {
    guard let identity else { return nil }
    var state: ReducerState
    if let draft {
      state = try ReducerState(draft)
    } else {
      let places = Dictionary(methods.enumerated().map { ($1.facts.number, $0) }) { first, _ in first }
      let policies = (plan?.policies ?? []).map { policy in
        policy.parts.compactMap { part in
          ProviderAddress(part.url).flatMap { provider in places[part.method].map { PolicyPart(method: $0, provider: provider) } }
        }
      }
      state = ReducerState(begun: identity.used.values, methods: methods.map(\.method), policies: policies, secret: core, secretName: name)
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
  /// Those that a state names, and what they said of themselves.
  init(_ state: ReducerState) {
    let configurations = state.configurations
    self.init(Array(state.providers.prefix(Self.most)))
    for address in addresses { if let configuration = configurations[address] { take(.success(configuration), of: address) } }
  }
}
