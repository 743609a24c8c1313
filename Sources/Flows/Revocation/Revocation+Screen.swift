import FlowKit
import Model

extension Revocation {
  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel), title = Copy.revocationTitle
    switch state.stage {
    case .lookingUp, .dropping, .revoking, .reminding:
      return Screen(title: title, .plain, [.revokeMissing], [.progress(.saving)], choices: [cancel], aside: .revocation)
    case .choosing where state.notice == .outage:
      return Screen(
        title: title, .plain, [.revokeMissing], state.notice.blocks, choices: [Choice(.notNow, .cancel, .quiet), cancel],
        announcement: state.notice?.copy,
        aside: .revocation)
    case .choosing:
      let others = state.others.enumerated().map { Choice<Action>(.revokeKey($1.name), .pick($0), .row, detail: $1.standing) }
      let all = others.count > 1 ? [Choice<Action>(.revokeAll, .pickAll, .outline)] : []
      return Screen(
        title: title, .plain, [others.isEmpty ? .noOtherKey : .revokeMissing, .whoeverHoldsIt].dropLast(others.isEmpty ? 1 : 0),
        state.notice.blocks,
        choices: others + all + [Choice(.notNow, .cancel, .quiet), cancel], announcement: state.notice?.copy, aside: .revocation)
    case .asking(let keys):
      let back = Choice<Action>(.back, .back, .back),
        lost = Choice<Action>(.itIsLost, .lost, .row, detail: .lostCosts(hasCode: state.standing.hasCode)),
        held = Choice<Action>(.someoneHasIt, .mayBeHeld, .row, detail: .heldCosts(state.standing))
      switch state.remains(without: keys) {
      case .nothing: return Screen(title: title, .plain, [.lastWayIn], choices: [back, cancel], aside: .revocation)
      case .codeOnly:
        return Screen(
          title: title, .plain, [.question(state.labels(keys))], [.banner(.onlyTheCode)], choices: [lost, held, back, cancel], aside: .revocation)
      case .keys: return Screen(title: title, .plain, [.question(state.labels(keys))], choices: [lost, held, back, cancel], aside: .revocation)
      }
    case .touching(_, let child): return Opening.screen(child).embedded(Action.opening)
    case .code(let child, _): return RecoveryCode.screen(child).embedded(Action.code)
    case .revoked(let keys):
      let lacksPrimary = !state.standing.keys.contains { $0.role == .primary && !keys.contains($0.id) }
      let enroll = Choice<Action>(lacksPrimary ? .enrollPrimary : .enrollAnother, .enroll)
      return Screen(
        title: title, .plain, [.isRevoked(state.labels(keys))],
        [.banner(.revokedMeans, .done)] + (state.codeIsDue ? [.banner(.codeIsDue)] : []),
        choices: [enroll, Choice(.backToSettings, .leave, .back)], announcement: .isRevoked(state.labels(keys)), aside: .revocation)
    }
  }
}

extension HeldKey {
  var standing: Copy {
    switch (role, opens) {
    case (.primary, false) where needsRewrap: Copy("role.primary.rewrap", "primary, needs re-wrap")
    case (.backup, false) where needsRewrap: Copy("role.backup.rewrap", "backup, needs re-wrap")
    case (nil, false) where needsRewrap: Copy("role.none.rewrap", "needs re-wrap")
    case (.primary, true): Copy("role.primary", "primary, can open")
    case (.primary, false): Copy("role.primary.only", "primary, sign-in only")
    case (.backup, true): Copy("role.backup", "backup, can open")
    case (.backup, false): Copy("role.backup.only", "backup, sign-in only")
    case (nil, true): Copy("role.none", "can open")
    case (nil, false): Copy("role.none.only", "sign-in only")
    }
  }
}

extension Copy {
  static let revocationTitle = Copy("A-68.title", "Revoke a key")
  static let revokeMissing = Copy("A-68", "Revoke missing key?")
  static let whoeverHoldsIt = Copy("A-68.why", "Whoever holds it and knows its PIN can still sign in.")
  static let noOtherKey = Copy("A-68.none", "There is no other key to revoke.")
  static func revokeKey(_ name: String) -> Copy { Copy("A-68.key", "Revoke “\(name)”") }
  static let revokeAll = Copy("A-68.all", "Revoke all of these")
  static let codeIsDue = Copy(
    "revoke.code", "Your recovery code is still the old one. Make a new one in Settings, with a key that opens your Master Key.")
  static let notNow = Copy("A-68.later", "Not now")
  static func question(_ names: String) -> Copy { Copy("revoke.question", "Is \(names) lost, or may someone have it?") }
  static let itIsLost = Copy("revoke.lost", "It's lost or broken")
  static let someoneHasIt = Copy("revoke.held", "Someone may have it")
  static func lostCosts(hasCode: Bool) -> Copy {
    hasCode
      ? Copy("revoke.lost.costs", "The key stops working here. Your recovery code stays valid.")
      : Copy("revoke.lost.costs", "The key stops working here.")
  }
  /// With what it is confirmed is not known yet, and new words are made only with a key that opens.
  static func heldCosts(_ standing: Standing) -> Copy {
    guard standing.hasCode else { return Copy("revoke.held.costs", "The key stops working here.") }
    return standing.keys.allSatisfy(\.opens)
      ? Copy("revoke.held.costs", "The key stops working here, and a new recovery code follows: whoever has the key may have read the old one.")
      : Copy(
        "revoke.held.costs.some",
        "The key stops working here. Whoever has it may have read your recovery code: a new one follows if you confirm with a key that can open, "
          + "and else you make it later in Settings.")
  }
  static let lastWayIn = Copy("revoke.last", "This is your last way in. Save a recovery code or enroll another key first.")
  static let onlyTheCode = Copy("revoke.code", "This is your last key that opens. After this, only your recovery code lets you back in.")
  static func isRevoked(_ names: String) -> Copy { Copy("revoke.done", "Revoked: \(names).") }
  static let revokedMeans = Copy("revoke.means", "It can't sign in any more, and it opens nothing that is written from now on.")
  static let enrollPrimary = Copy("A-73.enroll", "Enroll a new primary key now")
  static let enrollAnother = Copy("A-68.enroll", "Enroll another key now")
}

extension Aside {
  static let revocation = Aside(
    whatStepMeans,
    [
      (
        Copy("revoke.1", "Revoking"),
        Copy(
          "revoke.1t",
          "The key stops signing in, its copy of your Master Key is deleted, and your Master Key is made anew for the others. "
            + "This can't be undone, but you can enroll the key again if it turns up.")
      ),
      (
        Copy("revoke.2", "If someone may have it"),
        Copy("revoke.2t", "Then your recovery code has to be made anew as well. Whoever holds the key may have read it.")
      ),
      (
        Copy("revoke.3", "What it could read"),
        Copy("revoke.3t", "Whoever copied your account's data before and holds the key can still read what was there. Nobody can undo that.")
      ),
    ])
}
