import Foundation
import Model

/// What the Explorer may try on a flow: finite, so that the walk ends.
public struct World<F: Flow>: Sendable {
  public var start: F.State, forms: [Form], replies: [Reply]
  /// What is not pressed on the walk, by its label: what it leads to is proved in a world of its own.
  public var skips: Set<String>
  public init(start: F.State, forms: [Form] = [], hands: [HandsReply], server: [ServerReply] = [], skips: [Copy] = []) {
    self.start = start; self.forms = forms; self.skips = Set(skips.map(\.text))
    replies = hands.map(Reply.hands) + server.map(Reply.server)
  }
}

/// Walks every state that a flow reaches in its world, through buttons that can be pressed and replies that an awaited effect
/// can give, and proves the rules of the engine at each. Tests run it; the docs draw it.
public struct Explorer<F: Flow>: Sendable {
  public private(set) var states: Set<F.State> = []
  public private(set) var transitions: Set<Edge> = []
  public private(set) var outputs: Set<F.Output> = []

  public struct Edge: Hashable, Sendable { public var from: F.State, label: String, to: F.State?, output: F.Output? }
  public struct Broken: Error, CustomStringConvertible { public var rule: Rule, description: String }
  public enum Rule: Sendable {
    case deadEnd, cancelDoesNotEnd, notStorable, unconfirmedWrap, notRolledBack, grantWithoutEvidence, endlessServerWork, worldTooSmall
  }

  private let world: World<F>

  /// With `server: false` no server reply is ever given: nothing may then be granted, whatever the hands claim.
  public init(_ world: World<F> = F.world, server: Bool = true) throws {
    self.world = world
    var seen: Set<Node> = [], queue = [Node(state: world.start)]
    while let node = queue.popLast() {
      guard seen.insert(node).inserted else { continue }
      if states.insert(node.state).inserted { try check(node.state) }
      for move in moves(from: node.state, server: server) {
        let output = move.transition.output
        var next = Node(state: move.state, ledger: node.ledger)
        next.ledger.note(move.signal)
        transitions.insert(Edge(from: node.state, label: move.label, to: output == nil ? next.state : nil, output: output))
        try check(move.transition, from: node, to: next, on: move.signal)
        if let output { outputs.insert(output) } else { queue.append(next) }
      }
    }
  }

  private struct Node: Hashable { var state: F.State, ledger = Ledger() }
  private struct Move { var label: String, signal: Signal<F.Action>, state: F.State, transition: Transition<F.Output> }

  private func moves(from state: F.State, server: Bool) -> [Move] {
    let presses = ([[:]] + world.forms).flatMap { form in
      F.screen(state).choices.filter { !world.skips.contains($0.label.text) }.compactMap { press($0, with: form, in: state) }
    }
    let awaited = F.awaited(state)
    let replies = world.replies.filter { reply in
      if case .server = reply, !server { return false }
      return awaited.contains { reply.answers($0) }
    }
    let news = replies.map { (name(of: $0), Signal<F.Action>.reply($0)) } + [("reload", .secretsLost)]
    let heard = news.compactMap { label, signal -> Move? in
      var next = state
      let transition = F.reduce(&next, signal)
      return signal == .secretsLost && next == state ? nil : Move(label: label, signal: signal, state: next, transition: transition)
    }
    return presses + heard
  }

  private func press(_ choice: Choice<F.Action>, with form: Form = [:], in state: F.State) -> Move? {
    var next = state
    guard let transition = try? F.press(choice.action, with: form, &next) else { return nil }
    return Move(label: choice.label.text, signal: .action(choice.action), state: next, transition: transition)
  }

  private func check(_ state: F.State) throws {
    guard try JSONDecoder().decode(F.State.self, from: JSONEncoder().encode(state)) == state else { throw broken(.notStorable, state) }
    let unanswered = F.awaited(state).contains { effect in !world.replies.contains { $0.answers(effect) } }
    guard !unanswered else { throw broken(.worldTooSmall, state) }
    let choices = F.screen(state).choices
    let forms = [[:]] + world.forms
    guard choices.contains(where: { choice in forms.contains { press(choice, with: $0, in: state) != nil } }) else { throw broken(.deadEnd, state) }
    guard F.cancelled(state) != nil else { throw broken(.cancelDoesNotEnd, state) }
  }

  private func check(_ transition: Transition<F.Output>, from: Node, to: Node, on signal: Signal<F.Action>) throws {
    for case .server(.account(.setPassword)) in F.awaited(to.state) {  // a change to an account rests on a key touched for it
      guard to.ledger.lastVouches, to.ledger.lastConfirms else { throw broken(.grantWithoutEvidence, to.state) }
    }
    for case .server(.key(let work)) in F.awaited(to.state) {
      switch work {
      case .commitWrap(let key, _, let role, _):  // a primary rests on its confirming tap, a backup on its creation or one (G-26)
        let proofs = [ServerReply.key(.verified(key, .confirm))] + (role == .backup ? [.key(.verified(key, .create))] : [])
        guard to.ledger.isVouched, !to.ledger.touches.isDisjoint(with: proofs) else { throw broken(.unconfirmedWrap, to.state) }
      case .revokeWrap(let key):  // what the run wrote it may take back; anything else needs a verdict
        guard to.ledger.written.contains(key) || to.ledger.lastVouches else { throw broken(.grantWithoutEvidence, to.state) }
      case .verify: break
      }
    }
    for case .server(.way(let work)) in F.awaited(to.state) where work.changes {
      guard to.ledger.isVouched else { throw broken(.grantWithoutEvidence, to.state) }
    }
    for case .server(.card(.commit(let card, _, _))) in F.awaited(to.state) {  // a card shown for it, and the account's holder before that
      guard to.ledger.isVouched, to.ledger.touches.contains(.card(.signatureVerified(card, .enroll))) else {
        throw broken(.unconfirmedWrap, to.state)
      }
    }
    if transition.output?.grants == true, !to.ledger.lastVouches { throw broken(.grantWithoutEvidence, from.state) }
    let committing = F.awaited(from.state).contains { effect in
      switch effect {
      case .server(.key(.commitWrap)), .server(.card(.commit)): true
      default: false
      }
    }
    if transition.output == .cancelled, committing || !from.ledger.written.isEmpty, !transition.orders.contains(.server(.rollBackWraps)) {
      throw broken(.notRolledBack, from.state)
    }
    if case .reply(.server) = signal, transition.output == nil, from.state == to.state { throw broken(.endlessServerWork, from.state) }
  }

  private func broken(_ rule: Rule, _ state: F.State) -> Broken { Broken(rule: rule, description: "\(F.self): \(rule) at \(state)") }
}

/// What has been proved and written on the way to a state, kept beside it because a state could lie about it. As little as the rules need:
/// every member multiplies the walk.
private struct Ledger: Hashable {
  var isVouched = false  // by anything; how long ago is the runner's to judge
  var lastVouches = false  // the last verdict vouches, and was not used
  var lastConfirms = false  // and it was a touch for a change
  var touches: Set<ServerReply> = []  // verdicts on keys that are not written yet
  var written: Set<KeyID> = []

  mutating func note<Action>(_ signal: Signal<Action>) {
    guard case .reply(.server(let news)) = signal else { return }
    if news.vouches { isVouched = true; lastVouches = true; lastConfirms = false }
    switch news {
    case .key(.verified(let key, let ceremony)):
      lastConfirms = ceremony == .confirm
      if ceremony != .test, !written.contains(key) { touches.insert(news) }
    case .key(.committed(let key, _)):
      written.insert(key)
      lastVouches = false
      touches = touches.filter { if case .key(.verified(key, _)) = $0 { false } else { true } }
    case .key(.revoked(let key)): written.remove(key)
    case .card(.signatureVerified(let card, .enroll)): if !written.contains(card) { touches.insert(news) }
    case .card(.signatureVerified(_, .change)): lastConfirms = true
    case .card(.committed(let card)):
      written.insert(card)
      lastVouches = false
      touches.remove(.card(.signatureVerified(card, .enroll)))
    case .key(.rejected), .card(.signatureRejected), .account(.passwordRejected), .account(.registrationRejected): lastVouches = false
    default: break
    }
  }
}
