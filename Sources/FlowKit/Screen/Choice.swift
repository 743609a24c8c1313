/// A button. A surface may send a choice only if the choice is on the current screen and its needs are met.
public struct Choice<Action: Codable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  public var label: Copy, action: Action, style: ChoiceStyle, needs: [Need]
  /// Additional text for a row.
  public var detail: Copy?
  /// The name of a text that only the hands have, displayed with a row.
  public var told: FieldID?
  /// `true` if the button repeats the same request, so that pressing the screen's waiting indicator has the same
  /// effect.
  public var asksAgain: Bool
  /// `true` if the action requires a web browser, so that a surface without one does not offer it.
  public var needsBrowser: Bool
  /// `true` if the action requires hands at the person's computer, so that a page that knows of none does not offer it.
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
  /// A button for one more action on the screen's content, shown in one row with the other tools.
  case tool
  /// The way back to a completed step, shown as that step's knot in the strip.
  case past
  /// One of several options, shown as a list above the buttons.
  case row
  /// One of several existing items, shown in the same list. Pressing it asks whether to remove the item.
  case removal

  /// `true` if the choice is displayed as an entry of the list.
  public var isListed: Bool { self == .row || self == .removal }
}
