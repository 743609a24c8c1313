/// The values of the page for trouble, for its template.
struct TroubleView {
  let trouble: Trouble
  /// `true` if pages know of hands on the person's computer.
  let hasHands: Bool
  let isSignedIn: Bool

  var values: [String: Any] {
    let usable = Possession.allCases.filter { hasHands || !$0.needsHands }
    let left = usable.filter { !trouble.without.contains($0) }, gone = usable.filter(trouble.without.contains)
    return [
      "title": say("Can't get in?"), "register": "plain", "nothing": Trouble.nothingPath, "isSignedIn": isSignedIn,
      "left": left.map(row), "gone": gone.isEmpty ? [] : [["rows": gone.map(row)]],
    ]
  }

  /// A button for the possession's flow, which comes back to this page with what the person said so far. If it was
  /// already given up, it counts as not given up again.
  private func row(_ possession: Possession) -> [String: Any] {
    [
      "flow": possession.flow.rawValue, "from": trouble.having(possession).path, "icon": possession.icon,
      "name": say(possession.name), "use": say(possession.use),
    ]
  }
}
