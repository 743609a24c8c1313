import HandsProtocol
import Model

/// What the person sees, without saying how. The web and the terminal render the same value.
public struct Screen<Action: Codable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  /// What the whole flow is about: the heading of its bar and the name of its window.
  public var title: Copy?
  /// What names this screen to those who hear it, where that is not the flow's title.
  public var heading: Copy?
  public var step: StepLabel?
  public var register: Register
  public var says: [Copy]
  public var blocks: [Block]
  public var choices: [Choice<Action>]
  /// A decision that interrupts: `choices` are its buttons. What was there before stands inert under it.
  public var sheet: Sheet?
  public var announcement: Copy?
  public var aside: Aside?
  /// Nobody is asked for a key here on the smallest screens, nor where the browser has no passkeys (A-97, M-08).
  public var needsRoom: Bool

  public init(
    title: Copy? = nil, heading: Copy? = nil, step: StepLabel? = nil, _ register: Register, _ says: [Copy], _ blocks: [Block] = [],
    choices: [Choice<Action>], sheet: Sheet? = nil, announcement: Copy? = nil, aside: Aside? = nil, needsRoom: Bool = false
  ) {
    self.title = title; self.heading = heading; self.step = step; self.register = register; self.says = says
    self.blocks = blocks; self.choices = choices; self.sheet = sheet; self.announcement = announcement; self.aside = aside
    self.needsRoom = needsRoom
  }

  /// What the browser's Back, Esc, a swipe down and the terminal's Back press.
  public var wayBack: Choice<Action>? {
    [ChoiceStyle.back, .cancel, .close].lazy.compactMap { style in choices.first { $0.style == style } }.first
  }

  var fields: [FieldID: FieldKind] {
    blocks.reduce(into: [:]) { fields, block in
      switch block {
      case .field(let field): fields[field.id] = field.kind
      case .wordEntry(let id): fields[id] = .secret(.words(12))
      case .cardPhraseEntry(let id): fields[id] = .secret(.phrase)
      case .box(let id, _): fields[id] = .box
      default: break
      }
    }
  }

  /// The same screen inside a parent flow.
  public func embedded<Parent>(_ embed: (Action) -> Parent) -> Screen<Parent> {
    Screen<Parent>(
      title: title, heading: heading, step: step, register, says, blocks,
      choices: choices.map {
        Choice<Parent>(
          $0.label, embed($0.action), $0.style, needs: $0.needs, detail: $0.detail, told: $0.told, asksAgain: $0.asksAgain,
          needsBrowser: $0.needsBrowser, needsHands: $0.needsHands)
      },
      sheet: sheet, announcement: announcement, aside: aside, needsRoom: needsRoom)
  }
}

/// A button. A surface may send only what is on the current screen and has its needs met.
public struct Choice<Action: Codable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  public var label: Copy, action: Action, style: ChoiceStyle, needs: [Need]
  /// What else there is to say of a row.
  public var detail: Copy?
  /// Something only the hands know, to be drawn with a row: the text that they have under this name.
  public var told: FieldID?
  /// It asks for the key once more, so that the detector of the screen does the same when it is pressed.
  public var asksAgain: Bool
  /// Nothing but a web browser can do it, so that a surface without one does not offer it.
  public var needsBrowser: Bool
  /// Nothing but hands at the person's computer can do it, so that a page which knows of none does not offer it.
  public var needsHands: Bool
  public init(
    _ label: Copy, _ action: Action, _ style: ChoiceStyle = .primary, needs: [Need] = [], detail: Copy? = nil, told: FieldID? = nil,
    asksAgain: Bool = false, needsBrowser: Bool = false, needsHands: Bool = false
  ) {
    self.label = label; self.action = action; self.style = style; self.needs = needs; self.detail = detail; self.told = told
    self.asksAgain = asksAgain; self.needsBrowser = needsBrowser; self.needsHands = needsHands
  }
}
public enum ChoiceStyle: String, Codable, Hashable, Sendable {
  case primary, outline, quiet, danger, back, cancel
  /// The way on from what is finished.
  case close
  /// One more thing to do with what the screen shows, in one row with its tools.
  case tool
  /// Back to a step that is done: its knot in the strip.
  case past
  /// One of several things to choose from, drawn as a list above the buttons.
  case row
  /// One of several things that are there, in the same list: pressing it asks whether to take it away.
  case removal

  /// Whether it is drawn as an entry of the list.
  public var isListed: Bool { self == .row || self == .removal }
}

public enum Block: Hashable, Sendable {
  case detector(Detector)
  case field(Field)
  case badge(KeyRole)
  case banner(Copy, Tone = .warning)
  /// Something goes on that the person only waits for (E-28).
  case progress(Copy)
  /// Twelve words, drawn by the hands where they lie.
  case words(FieldID)
  /// Twelve words, typed; they stay in the hands.
  case wordEntry(FieldID)
  /// A new card's PUK and pairing password, drawn by the hands where they lie, with a way to print them (G-11).
  case cardSecrets(FieldID)
  /// A card's phrase, named and numbered so that nobody takes it for the recovery code (G-42), drawn by the hands where it lies.
  case cardPhrase(FieldID)
  /// A card's phrase of 12 to 24 words, typed; it stays in the hands.
  case cardPhraseEntry(FieldID)
  /// What lies in this field and is about to be signed; of a file its name and its hash. Drawn by the hands.
  case toSign(FieldID)
  /// What a card signed, each part with a way to copy it.
  case signature(CardSignature)
  /// Something the person vouches for before the last button.
  case box(FieldID, Copy)
  /// What is true now, line by line.
  case receipt([Fact])
  case facts([Fact])
  /// The journal and the peer history, drawn by the hands (G-30).
  case journal
  /// Names, each with a text that only the hands have, drawn by them where it lies. Where that is empty there is nothing to draw.
  case told([Told])
  /// A key for a program that makes codes by the clock, drawn by the hands as text and as a QR code.
  case clockKey(FieldID)
  /// The choices that are rows stand here, and not after all blocks: what is pressed comes before what is looked at.
  case rows
  /// Ways that suffice, each as the things that it takes together (C-56).
  case policies([PolicyLine])
  /// What it costs, live (C-36).
  case cost([Fact])
  /// A payment to make with a wallet, how much it is, and what is said of it (C-61).
  case payment(EscrowPayment, amount: Copy, Copy)
  /// What comes back to a wallet of a payment, how much it is, and what is said of it.
  case refund(EscrowRefund, amount: Copy, Copy)

  public static func field(
    _ id: FieldID, label: Copy, hint: Copy? = nil, _ kind: FieldKind, autocomplete: Autocomplete = .off, start: String? = nil, fault: Copy? = nil
  ) -> Block {
    .field(Field(id: id, label: label, hint: hint, kind: kind, autocomplete: autocomplete, start: start, fault: fault))
  }
}
/// A name and the text that the hands have for it.
public struct Told: Codable, Hashable, Sendable {
  public var name: Copy, text: FieldID
  public init(_ name: Copy, _ text: FieldID) { self.name = name; self.text = text }
}
/// One policy: what it takes, and whether each part is there.
public struct PolicyLine: Codable, Hashable, Sendable {
  public struct Part: Codable, Hashable, Sendable {
    public var text: Copy, isDone: Bool
    public init(_ text: Copy, isDone: Bool = false) { self.text = text; self.isDone = isDone }
  }
  public var name: Copy, parts: [Part]
  public init(_ name: Copy, _ parts: [Part]) { self.name = name; self.parts = parts }
}
/// A name and what is to be said about it.
public struct Fact: Codable, Hashable, Sendable {
  public var name: String, text: Copy
  /// Something that is not as one would wish: it gets no tick.
  public var isLacking: Bool
  public init(_ name: String, _ text: Copy, isLacking: Bool = false) { self.name = name; self.text = text; self.isLacking = isLacking }
}
public struct Field: Encodable, Hashable, Sendable {
  public var id: FieldID, label: Copy, hint: Copy?, kind: FieldKind, autocomplete: Autocomplete
  /// What stands in an empty secret field at first, where it can be guessed (C-28).
  public var start: String?
  /// What is wrong with what was typed there.
  public var fault: Copy?
}
public enum Detector: String, Codable, Hashable, Sendable { case waiting, reading, read, aligning, missed, refused }
/// What a banner means: something is off, something was refused, something worked.
public enum Tone: String, Codable, Hashable, Sendable { case warning, error, done }

/// What a browser or a password manager may put into a field; the raw values are those of HTML's `autocomplete`.
public enum Autocomplete: String, Codable, Hashable, Sendable {
  case off
  case username
  case usernameOrPasskey = "username webauthn"  // B-12, B-14
  case currentPassword = "current-password"
  case currentPasswordOrPasskey = "current-password webauthn"  // B-14
  case newPassword = "new-password"
  case email, name
  case birthday = "bday"
  case phone = "tel"
  case street = "street-address"
  case postcode = "postal-code"
  case city = "address-level2"
  case country = "country-name"
}

public struct Sheet: Codable, Hashable, Sendable {
  public var register: Register, title: Copy, note: Copy?
  /// The place for what the hands tell of the thing that is asked about.
  public var told: FieldID?
  public init(_ register: Register, _ title: Copy, note: Copy? = nil, told: FieldID? = nil) {
    self.register = register; self.title = title; self.note = note; self.told = told
  }
}

/// What a step means: it stands beside the question (wide) or under it (narrow), and is never needed to go on.
public struct Aside: Codable, Hashable, Sendable {
  public struct Point: Codable, Hashable, Sendable { public var heading: Copy, text: Copy }
  public var title: Copy, points: [Point]
  public init(_ title: Copy, _ points: [(Copy, Copy)]) {
    self.title = title; self.points = points.map { Point(heading: $0, text: $1) }
  }
}

/// The voice of a moment: hearth on welcome, working on operation, plain where something is lost.
public enum Register: String, Codable, Hashable, Sendable { case hearth, working, plain }
public struct StepLabel: Codable, Hashable, Sendable {
  public var number: Int, of: Int, label: Copy
  public init(_ number: Int, of: Int, _ label: Copy) { self.number = number; self.of = of; self.label = label }
}
/// A string the person reads. Every one is declared once, in `X+Copy.swift`, under its requirement id.
public struct Copy: Codable, Hashable, Sendable {
  public var id: String, text: String
  /// What a phone's holder reads instead, where the thing is done differently there (G-25). An empty text is not said on that device.
  public var onPhone: String?
  /// What the holder of an iPhone reads instead of that.
  public var onIPhone: String?
  /// What the page of this very computer says instead, where there is no other computer to speak of.
  public var atHome: String?
  /// What a terminal says instead, where the thing is done differently there.
  public var inTerminal: String?
  /// What a surface does with it, beside saying it.
  public var meaning: Meaning?
  public enum Meaning: String, Codable, Hashable, Sendable {
    /// No account knows the passkey that was just given, so that the browser may be told to offer it no more (B-27).
    case unknownPasskey
    /// The card's own count, which belongs to the field that costs a try (D-57).
    case triesLeft
  }
  public init(
    _ id: String, _ text: String, onPhone: String? = nil, onIPhone: String? = nil, atHome: String? = nil, inTerminal: String? = nil,
    _ meaning: Meaning? = nil
  ) {
    self.id = id; self.text = text; self.onPhone = onPhone; self.onIPhone = onIPhone; self.atHome = atHome; self.inTerminal = inTerminal;
    self.meaning = meaning
  }
}
