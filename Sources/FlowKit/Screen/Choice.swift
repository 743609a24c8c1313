/// A button. A surface may send a choice only if it is on the current screen and its needs are met.
public struct Choice<Action: Codable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  public var label: Copy, action: Action, style: ChoiceStyle, needs: [Need]
  /// Additional text for a row.
  public var detail: Copy?
  /// The name of a text that only the hands have, displayed with a row.
  public var told: FieldID?
  /// Repeats the same request, so that pressing the screen's waiting indicator has the same effect.
  public var asksAgain: Bool
  /// `true` if only a web browser can do it, so that a surface without one does not offer it.
  public var needsBrowser: Bool
  /// `true` if only hands at the person's computer can do it, so that a page that knows of none does not offer it.
  public var needsHands: Bool
  public init(
    _ label: Copy, _ action: Action, _ style: ChoiceStyle = .primary, needs: [Need] = [], detail: Copy? = nil,
    told: FieldID? = nil,
    asksAgain: Bool = false, needsBrowser: Bool = false, needsHands: Bool = false
  ) {
    self.label = label; self.action = action; self.style = style; self.needs = needs; self.detail = detail;
    self.told = told
    self.asksAgain = asksAgain; self.needsBrowser = needsBrowser; self.needsHands = needsHands
  }
}
public enum ChoiceStyle: String, Codable, Hashable, Sendable {
  case primary, outline, quiet, danger, back, cancel
  /// The button that leaves a finished flow.
  case close
  /// One more thing to do with the screen's content, in one row with its other tools.
  case tool
  /// The way back to a completed step: its knot in the strip.
  case past
  /// One of several things to choose from, drawn as a list above the buttons.
  case row
  /// One of several existing things, in the same list: pressing it asks whether to remove it.
  case removal

  /// `true` if it is displayed as an entry of the list.
  public var isListed: Bool { self == .row || self == .removal }
}
