import Escrow

extension RecoveryNotes {
  /// As the programs of GNU Anastasis keep it.
  ///
  /// - Returns: `nil` where nobody is named yet.
  /// - Throws: `EscrowError` where it cannot be written.
  func state() throws(EscrowError) -> ReducerState? {
    guard let identity else { return nil }
    var begun = try RecoveryDraft(variants: [identity.typed], providers: known.addresses)
    if let draft, draft.opened != nil { begun = draft }
    var state = try ReducerState(begun)
    state.add(Country.of(code: identity.country), known.addresses, known.configurations)
    return state
  }

  /// With a document that is open it goes on wherever somebody lives; without one, who they are is asked for in every way in which it may have
  /// been written.
  init(_ state: ReducerState) throws(ImportRefusal) {
    let draft: RecoveryDraft
    do throws(EscrowError) { draft = try state.recoveryDraft() } catch { throw error.code == .invalid ? .nobody : .inconsistent }
    guard let country = state.country?.code ?? (draft.opened == nil ? nil : state.fields["selected_country"]?.text ?? "") else {
      throw .unknownCountry
    }
    self.init(known: KnownProviders(state))
    identity = NotedIdentity(country: country, typed: state.identityAttributes)
    self.draft = draft.opened == nil ? nil : draft
  }
}
