/// A button. A surface may send only what is on the current screen and has its needs met.
public struct Choice<Action: Codable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  public var label: Copy, action: Action, style: ChoiceStyle, needs: [Need]
  /// Further text about a row.
  public var detail: Copy?
  /// The name of a text that only the hands have, drawn with a row.
  public var told: FieldID?
  /// Asks for the same thing once more, so that pressing whatever shows the waiting on the screen does the same.
  public var asksAgain: Bool
  /// Only a web browser can do it, so a surface without one does not offer it.
  public var needsBrowser: Bool
  /// Only hands at the person's computer can do it, so a page that knows of none does not offer it.
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
  /// The way on from what is finished.
  case close
  /// One more thing to do with what the screen shows, in one row with its tools.
  case tool
  /// The way back to a completed step: its knot in the strip.
  case past
  /// One of several things to choose from, drawn as a list above the buttons.
  case row
  /// One of several things that are there, in the same list: pressing it asks whether to take it away.
  case removal

  /// `true` if it is drawn as an entry of the list.
  public var isListed: Bool { self == .row || self == .removal }
}
