/// The content of a screen, independent of its rendering. The web and the terminal render the same value.
public struct Screen<Words: FlowVocabulary, Action: Codable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  /// The title of the entire flow, shown in its bar and as the window title.
  public var title: Copy?
  /// The screen's name for screen readers, if it differs from the flow's title.
  public var heading: Copy?
  public var step: StepLabel?
  public var register: Words.Register
  public var says: [Copy]
  public var blocks: [Words.Block]
  public var choices: [Choice<Action>]
  /// A decision that interrupts the flow, with `choices` as its buttons. The content behind it remains visible but
  /// inert.
  public var sheet: Sheet<Words.Register>?
  public var announcement: Copy?
  public var aside: Aside?
  /// `true` if the screen needs more room than the smallest displays have, so that a surface leads elsewhere on such a
  /// display.
  public var needsRoom: Bool

  public init(
    title: Copy? = nil, heading: Copy? = nil, step: StepLabel? = nil, _ register: Words.Register, _ says: [Copy],
    _ blocks: [Words.Block] = [],
    choices: [Choice<Action>], sheet: Sheet<Words.Register>? = nil, announcement: Copy? = nil, aside: Aside? = nil,
    needsRoom: Bool = false
  ) {
    self.title = title; self.heading = heading; self.step = step; self.register = register; self.says = says
    self.blocks = blocks; self.choices = choices; self.sheet = sheet; self.announcement = announcement;
    self.aside = aside
    self.needsRoom = needsRoom
  }

  /// The choice that is pressed by the browser's Back, Esc, a swipe down or the terminal's Back.
  public var wayBack: Choice<Action>? {
    [ChoiceStyle.back, .cancel, .close].lazy.compactMap { style in choices.first { $0.style == style } }.first
  }

  var fields: [FieldID: FieldKind<Words.Block.Secret>] {
    blocks.reduce(into: [:]) { fields, block in fields.merge(block.fields) { $1 } }
  }

  /// Returns the same screen for use inside a parent flow.
  public func embedded<Parent>(_ embed: (Action) -> Parent) -> Screen<Words, Parent> {
    Screen<Words, Parent>(
      title: title, heading: heading, step: step, register, says, blocks,
      choices: choices.map {
        Choice<Parent>(
          $0.label, embed($0.action), $0.style, needs: $0.needs, detail: $0.detail, told: $0.told,
          asksAgain: $0.asksAgain,
          needsBrowser: $0.needsBrowser, needsHands: $0.needsHands)
      },
      sheet: sheet, announcement: announcement, aside: aside, needsRoom: needsRoom)
  }
}

/// A decision presented over a screen.
public struct Sheet<Register: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  public var register: Register, title: Copy, note: Copy?
  /// The name of the place where the hands show their facts about the subject of the decision.
  public var told: FieldID?
  public init(_ register: Register, _ title: Copy, note: Copy? = nil, told: FieldID? = nil) {
    self.register = register; self.title = title; self.note = note; self.told = told
  }
}

/// An explanation of a step, shown alongside the question on a wide display or under it on a narrow one. It is never
/// needed to continue.
public struct Aside: Encodable, Hashable, Sendable {
  public struct Point: Encodable, Hashable, Sendable { public var heading: Copy, text: Copy }
  public var title: Copy, points: [Point]
  public init(_ title: Copy, _ points: [(Copy, Copy)]) {
    self.title = title; self.points = points.map { Point(heading: $0, text: $1) }
  }
}

public struct StepLabel: Encodable, Hashable, Sendable {
  public var number: Int, of: Int, label: Copy
  public init(_ number: Int, of: Int, _ label: Copy) { self.number = number; self.of = of; self.label = label }
}
