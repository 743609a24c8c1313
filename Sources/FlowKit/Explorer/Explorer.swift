import Foundation

/// Everything that the Explorer may try on a flow. A world is finite, so that the walk ends.
public struct World<F: Flow>: Sendable {
  public var start: F.State, forms: [Form], replies: [Reply<F.Words>]
  /// The labels of buttons that the walk does not press, because the states they lead to are proved in a separate
  /// world.
  public var skips: Set<String>
  public init(
    start: F.State, forms: [Form] = [], hands: [F.Words.HandsReply], server: [F.Words.ServerReply] = [],
    skips: [Copy] = []
  ) {
    self.start = start; self.forms = forms; self.skips = Set(skips.map(\.text))
    replies = hands.map(Reply.hands) + server.map(Reply.server)
  }
}

/// A flow with a small finite world in which the Explorer can prove it.
public protocol Explorable: Flow {
  static var world: World<Self> { get }
}
extension Explorer where F: Explorable {
  public init() throws { try self.init(F.world) }
}

/// Walks every state that a flow reaches in its world, through enabled buttons and the possible replies to awaited
/// effects, and proves the rules of the engine in each state. Tests run the walk; the documentation shows it as a
/// diagram.
public struct Explorer<F: Flow, Laws: FlowLaws<F.Words>>: Sendable {
  public private(set) var states: Set<F.State> = []
  public private(set) var transitions: Set<Edge> = []
  public private(set) var outputs: Set<F.Output> = []
  /// The outputs that can be reached if the server never replies. None of these outputs may grant anything, whatever
  /// the hands claim.
  public private(set) var outputsOfHandsAlone: Set<F.Output> = []

  public struct Edge: Hashable, Sendable { public var from: F.State, label: String, to: F.State?, output: F.Output? }
  public struct Broken: Error, CustomStringConvertible { public var rule: Rule, description: String }
  public enum Rule: Hashable, Sendable {
    case deadEnd, cancelDoesNotEnd, notStorable, grantWithoutEvidence, endlessServerWork, worldTooSmall
    /// One of the product's own laws.
    case law(Laws.Law)
  }

  let world: World<F>
  private let forms: [Form]

  public init(_ world: World<F>) throws {
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
        if case .reply(.server(let news)) = move.signal { next.ledger.note(news) }
        next.ledger.note(awaiting: move.awaited)
        try check(move, from: node, awaiting: stop.awaited, to: next)
        if move.transition.output == nil { queue.append(next) }
      }
    }
    outputsOfHandsAlone = withoutServer(stops)
  }

  private struct Node: Hashable { var state: F.State, ledger = Laws() }
  private struct Move: Hashable {
    var label: String, signal: Signal<F.Words, F.Action>, state: F.State, transition: Transition<F.Words, F.Output>
    /// The effects that the state awaits.
    var awaited: [Effect<F.Words>]
  }
  /// The successors of a state. They do not depend on the ledger, so they are computed once.
  private struct Stop { var awaited: [Effect<F.Words>], moves: [Move] }

  private mutating func firstVisit(_ state: F.State) throws -> Stop {
    states.insert(state)
    let screen = F.screen(state), awaited = F.awaited(state), presses = presses(on: screen, in: state)
    try check(state, screen, awaited, canBePressed: !presses.isEmpty)
    var once: Set<Move> = []  // most fields matter to few buttons
    let moves = (presses.filter { !world.skips.contains($0.label) } + replies(to: awaited, in: state)).filter {
      once.insert($0).inserted
    }
    for move in moves {
      let output = move.transition.output
      if let output { outputs.insert(output) }
      transitions.insert(Edge(from: state, label: move.label, to: output == nil ? move.state : nil, output: output))
    }
    return Stop(awaited: awaited, moves: moves)
  }

  private func presses(on screen: Screen<F.Words, F.Action>, in state: F.State) -> [Move] {
    forms.flatMap { form -> [Move] in
      guard let filled = try? F.filled(form, on: screen, state) else { return [] }
      return screen.choices.compactMap { choice in
        var next = filled.state
        guard let transition = try? F.press(where: { $0 == choice.action }, with: form, on: filled.screen, &next) else {
          return nil
        }
        return Move(
          label: choice.label.text, signal: .action(choice.action), state: next, transition: transition,
          awaited: F.awaited(next))
      }
    }
  }

  private func replies(to awaited: [Effect<F.Words>], in state: F.State) -> [Move] {
    let replies = world.replies.filter { reply in awaited.contains { reply.answers($0) } }
    let news = replies.map { (name(of: $0), Signal<F.Words, F.Action>.reply($0)) } + [("reload", .secretsLost)]
    return news.compactMap { label, signal in
      var next = state
      let transition = F.reduce(&next, signal)
      if signal == .secretsLost, next == state { return nil }
      return Move(label: label, signal: signal, state: next, transition: transition, awaited: F.awaited(next))
    }
  }

  /// Returns the outputs that can be reached without a server reply.
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

  private func check(
    _ state: F.State, _ screen: Screen<F.Words, F.Action>, _ awaited: [Effect<F.Words>], canBePressed: Bool
  ) throws {
    guard try JSONDecoder().decode(F.State.self, from: JSONEncoder().encode(state)) == state else {
      throw broken(.notStorable, state)
    }
    guard awaited.allSatisfy({ effect in world.replies.contains { $0.answers(effect) } }) else {
      throw broken(.worldTooSmall, state)
    }
    guard canBePressed else { throw broken(.deadEnd, state) }
    guard F.cancelled(state) != nil else { throw broken(.cancelDoesNotEnd, state) }
  }

  private func check(_ move: Move, from: Node, awaiting: [Effect<F.Words>], to: Node) throws {
    let transition = move.transition
    if let law = to.ledger.breach(awaiting: move.awaited) { throw broken(.law(law), to.state) }
    if case .reply(.hands(let news)) = move.signal,
      let law = from.ledger.breach(hearing: news, awaiting: awaiting, with: transition.orders)
    {
      throw broken(.law(law), from.state)
    }
    if let output = transition.output {
      if output.grants, !to.ledger.hasEvidence { throw broken(.grantWithoutEvidence, from.state) }
      let isCancelled = output == .cancelled
      if let law = from.ledger.breach(endingFrom: awaiting, with: transition.orders, isCancelled: isCancelled) {
        throw broken(.law(law), from.state)
      }
    }
    if case .reply(.server) = move.signal, transition.output == nil, from.state == to.state {
      throw broken(.endlessServerWork, from.state)
    }
  }

  private func broken(_ rule: Rule, _ state: F.State) -> Broken {
    Broken(rule: rule, description: "\(F.self): \(rule) at \(state)")
  }
}
