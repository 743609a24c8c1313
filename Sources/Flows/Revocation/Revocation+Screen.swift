import Vocabulary
import Model
import Sentences

extension Revocation {
  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.revocationTitle
    switch state.stage {
    case .lookingUp, .dropping, .revoking, .reminding:
      return Screen(
        title: title, .plain, [.revokeMissing], [.progress(.saving)], choices: [.cancel], aside: .revocation)
    case .choosing where state.notice == .outage:
      return Screen(
        title: title, .plain, [.revokeMissing], state.notice.blocks,
        choices: [Choice(.notNow, .cancel, .quiet), .cancel],
        announcement: state.notice?.copy,
        aside: .revocation)
    case .choosing:
      let others = state.others.enumerated().map {
        Choice<Action>(.revokeKey($1.name), .pick($0), .row, detail: $1.standing)
      }
      let all = others.count > 1 ? [Choice<Action>(.revokeAll, .pickAll, .row)] : []
      let stays: [Copy] = state.own.map { [.stays(isCard: $0.kind == .card)] } ?? []
      return Screen(
        title: title, .plain, others.isEmpty ? [.noOtherKey] : [.revokeMissing] + stays + [.whoeverHoldsIt],
        state.notice.blocks,
        choices: others + all + [Choice(.notNow, .cancel, .quiet), .cancel], announcement: state.notice?.copy,
        aside: .revocation)
    case .asking(let keys):
      let remaining = state.standing.remaining(without: keys), names = state.names(keys),
        question = state.codeIsNew ? Copy.reallyRemove(names.listed) : .question(names),
        lost = Choice<Action>(
          .areLost(keys.count), .lost, .row, detail: .lostCosts(keys.count, hasCode: state.standing.hasCode)),
        held = Choice<Action>(
          .mayBeHeld(keys.count), .mayBeHeld, .row, detail: .heldCosts(keys.count, state.standing, remaining))
      let isLast = remaining.keys == 0
      guard remaining.isEnough else {
        return Screen(
          title: title, .plain, [isLast ? .lastWayIn : .lastThatOpens], choices: [.back, .cancel], aside: .revocation)
      }
      return Screen(
        title: title, .plain, [question],
        remaining.hasKey ? [] : [.banner(isLast ? .afterLastKey(remaining) : .onlyWhatRemains(remaining))],
        choices: (state.codeIsNew ? [Choice(.removeNow, .lost)] : [lost, held]) + [.back, .cancel], aside: .revocation)
    case .touching(_, let child): return Opening.screen(child).embedded(Action.opening)
    case .code(let child, let keys):
      var screen = RecoveryCode.screen(child).embedded(Action.code)
      screen.blocks.insert(.banner(.revokedAlready(state.names(keys)), .done), at: 0)
      return screen
    case .revoked(let keys):
      let lacksPrimary = !state.standing.keys.contains { $0.role == .primary && !keys.contains($0.id) }
      let enroll = Choice<Action>(lacksPrimary ? .enrollPrimary : .enrollAnother, .enroll)
      return Screen(
        title: title, .plain, [.isRevoked(state.names(keys).listed)],
        [.banner(.revokedMeans(keys.count), .done)] + (state.codeIsDue ? [.banner(.codeIsDue)] : []),
        choices: [enroll, Choice(.backToSettings, .leave, .back)], announcement: .isRevoked(state.names(keys).listed),
        aside: .revocation)
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
