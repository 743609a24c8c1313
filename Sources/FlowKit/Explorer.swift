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
  /// The outputs that are reached where the server never answers: none of them may grant, whatever the hands claim.
  public private(set) var outputsOfHandsAlone: Set<F.Output> = []

  public struct Edge: Hashable, Sendable { public var from: F.State, label: String, to: F.State?, output: F.Output? }
  public struct Broken: Error, CustomStringConvertible { public var rule: Rule, description: String }
  public enum Rule: Sendable {
    case deadEnd, cancelDoesNotEnd, notStorable, unconfirmedWrap, notRolledBack, grantWithoutEvidence, endlessServerWork, worldTooSmall
  }

  private let world: World<F>
  private let forms: [Form]

  public init(_ world: World<F> = F.world) throws {
    self.world = world
    forms = [[:]] + world.forms
    var stops: [F.State: Stop] = [:]
    var seen: Set<Node> = [], queue = [Node(state: world.start)]
    while let node = queue.popLast() {
      guard seen.insert(node).inserted else { continue }
      let stop = try stops[node.state] ?? firstVisit(node.state)
      stops[node.state] = stop
      for move in stop.moves {
        var next = Node(state: move.state, ledger: node.ledger)
        next.ledger.note(move.signal)
        try check(move, from: node, awaiting: stop.awaited, to: next)
        if move.transition.output == nil { queue.append(next) }
      }
    }
    outputsOfHandsAlone = withoutServer(stops)
  }

  private struct Node: Hashable { var state: F.State, ledger = Ledger() }
  private struct Move: Hashable {
    var label: String, signal: Signal<F.Action>, state: F.State, transition: Transition<F.Output>
    /// What its state awaits.
    var awaited: [Effect]
  }
  /// What a state leads to. It does not depend on the ledger, so it is made once.
  private struct Stop { var awaited: [Effect], moves: [Move] }

  private mutating func firstVisit(_ state: F.State) throws -> Stop {
    states.insert(state)
    let screen = F.screen(state), awaited = F.awaited(state), presses = presses(on: screen, in: state)
    try check(state, screen, awaited, canBePressed: !presses.isEmpty)
    var once: Set<Move> = []  // most fields matter to few buttons
    let moves = (presses.filter { !world.skips.contains($0.label) } + replies(to: awaited, in: state)).filter { once.insert($0).inserted }
    for move in moves {
      let output = move.transition.output
      if let output { outputs.insert(output) }
      transitions.insert(Edge(from: state, label: move.label, to: output == nil ? move.state : nil, output: output))
    }
    return Stop(awaited: awaited, moves: moves)
  }

  private func presses(on screen: Screen<F.Action>, in state: F.State) -> [Move] {
    forms.flatMap { form -> [Move] in
      guard let filled = try? F.filled(form, on: screen, state) else { return [] }
      return screen.choices.compactMap { choice in
        var next = filled.state
        guard let transition = try? F.press(where: { $0 == choice.action }, with: form, on: filled.screen, &next) else { return nil }
        return Move(label: choice.label.text, signal: .action(choice.action), state: next, transition: transition, awaited: F.awaited(next))
      }
    }
  }

  private func replies(to awaited: [Effect], in state: F.State) -> [Move] {
    let replies = world.replies.filter { reply in awaited.contains { reply.answers($0) } }
    let news = replies.map { (name(of: $0), Signal<F.Action>.reply($0)) } + [("reload", .secretsLost)]
    return news.compactMap { label, signal in
      var next = state
      let transition = F.reduce(&next, signal)
      if signal == .secretsLost, next == state { return nil }
      return Move(label: label, signal: signal, state: next, transition: transition, awaited: F.awaited(next))
    }
  }

  /// The outputs on ways without a reply of the server.
  private func withoutServer(_ stops: [F.State: Stop]) -> Set<F.Output> {
    var outputs: Set<F.Output> = [], seen: Set<F.State> = [], queue = [world.start]
    while let state = queue.popLast() {
      guard seen.insert(state).inserted else { continue }
      for move in stops[state]?.moves ?? [] {
        if case .reply(.server) = move.signal { continue }
        if let output = move.transition.output { outputs.insert(output) } else { queue.append(move.state) }
      }
    }
    return outputs
  }

  private func check(_ state: F.State, _ screen: Screen<F.Action>, _ awaited: [Effect], canBePressed: Bool) throws {
    guard try JSONDecoder().decode(F.State.self, from: JSONEncoder().encode(state)) == state else { throw broken(.notStorable, state) }
    guard awaited.allSatisfy({ effect in world.replies.contains { $0.answers(effect) } }) else { throw broken(.worldTooSmall, state) }
    guard canBePressed else { throw broken(.deadEnd, state) }
    guard F.cancelled(state) != nil else { throw broken(.cancelDoesNotEnd, state) }
  }

  private func check(_ move: Move, from: Node, awaiting: [Effect], to: Node) throws {
    let transition = move.transition
    for case .server(.account(.setPassword)) in move.awaited {  // a change to an account rests on a key touched for it
      guard to.ledger.lastVouches, to.ledger.lastConfirms else { throw broken(.grantWithoutEvidence, to.state) }
    }
    for case .server(.key(let work)) in move.awaited {
      switch work {
      case .commitWrap(let key, _, let role, _):  // a primary rests on its confirming tap, a backup on its creation or one (G-26)
        let proofs = [ServerReply.key(.verified(key, .confirm))] + (role == .backup ? [.key(.verified(key, .create))] : [])
        guard to.ledger.isVouched, !to.ledger.touches.isDisjoint(with: proofs) else { throw broken(.unconfirmedWrap, to.state) }
      case .revokeWrap(let key):  // what the run wrote it may take back; anything else needs a verdict
        guard to.ledger.written.contains(key) || to.ledger.lastVouches else { throw broken(.grantWithoutEvidence, to.state) }
      case .verify: break
      }
    }
    for case .server(.way(let work)) in move.awaited where work.changes {
      guard to.ledger.isVouched else { throw broken(.grantWithoutEvidence, to.state) }
    }
    for case .server(.card(.commit(let card, _, _))) in move.awaited {  // a card shown for it, and the account's holder before that
      guard to.ledger.isVouched, to.ledger.touches.contains(.card(.signatureVerified(card, .enroll))) else {
        throw broken(.unconfirmedWrap, to.state)
      }
    }
    if transition.output?.grants == true, !to.ledger.lastVouches { throw broken(.grantWithoutEvidence, from.state) }
    let committing = awaiting.contains { effect in
      switch effect {
      case .server(.key(.commitWrap)), .server(.card(.commit)): true
      default: false
      }
    }
    if transition.output == .cancelled, committing || !from.ledger.written.isEmpty, !transition.orders.contains(.server(.rollBackWraps)) {
      throw broken(.notRolledBack, from.state)
    }
    if case .reply(.server) = move.signal, transition.output == nil, from.state == to.state { throw broken(.endlessServerWork, from.state) }
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
    case .key(.committed(let key, _, _)):
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
