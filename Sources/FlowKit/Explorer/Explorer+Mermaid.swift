extension Explorer: CustomStringConvertible {
  public var description: String {
    "\(F.self): \(states.count) states, \(transitions.count) transitions, \(outputs.count) outputs"
  }

  /// The flow's map as a person sees it, with one node per screen and one arrow per button or piece of news.
  public var mermaid: String {
    let titles = Set(states.map(title)).sorted()
    let ids = Dictionary(uniqueKeysWithValues: titles.enumerated().map { ($1, "s\($0)") })
    func id(_ state: F.State) -> String { ids[title(state)] ?? "[*]" }
    let arrows = transitions.compactMap { edge -> String? in
      if let output = edge.output { return "  \(id(edge.from)) --> [*] : \(edge.label) ⇒ \(name(of: output))" }
      guard let to = edge.to, id(to) != id(edge.from) else { return nil }
      return "  \(id(edge.from)) --> \(id(to)) : \(edge.label)"
    }
    let nodes = titles.enumerated().map { "  state \"\($1)\" as s\($0)" }
    return (["stateDiagram-v2", "  [*] --> \(id(world.start))"] + nodes + Set(arrows).sorted()).joined(separator: "\n")
  }

  private func title(_ state: F.State) -> String {
    let screen = F.screen(state)
    let said = screen.says.first ?? screen.blocks.lazy.compactMap(\.sentence).first
    return (screen.step.map { "\($0.number) · " } ?? "") + (said?.text ?? "")
  }
}

/// Returns the cases of nested enums as a path, such as `key.given` for `.hands(.key(.given(…)))` and `pin.submit` for
/// `.pin(.submit)`. The path is used only for the map, not for any surface.
func name(of value: Any) -> String {
  var value = value, path: [String] = []
  while case let mirror = Mirror(reflecting: value), mirror.displayStyle == .enum, let child = mirror.children.first {
    path.append(child.label ?? "")
    value = child.value
  }
  if Mirror(reflecting: value).displayStyle == .enum { path.append("\(value)") }
  return path.drop { $0 == "hands" || $0 == "server" }.joined(separator: ".")
}
