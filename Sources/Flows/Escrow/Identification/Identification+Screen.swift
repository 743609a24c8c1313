import Escrow
import Vocabulary
import HandsProtocol
import Sentences

extension Identification {
  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .continent: continents(state)
    case .country(let continent): countries(of: continent, state)
    case .attributes(let code, let misfits): attributes(of: code, misfits, state)
    case .judging:
      screen([.checkingHere], [.progress(.checkingHere)], announcement: .checkingHere)
    case .showing(let code, let strength, let unusual), .shown(let code, let strength, let unusual):
      identity(of: code, strength, unusual, state)
    }
  }

  private static func screen(
    _ says: [Copy], _ blocks: [Block] = [], choices: [Choice<Action>] = [], announcement: Copy? = nil
  ) -> Screen<Action> {
    Screen(
      title: .escrowTitle, heading: .provideIdentification, .working, says, blocks, choices: choices + [.cancel],
      announcement: announcement, aside: .identification)
  }

  /// C-19: shows the continents, with the country that the language suggests one press away (C-24).
  private static func continents(_ state: State) -> Screen<Action> {
    let countries = state.countries, here = countries.first { $0.code == state.suggested }
    let suggestion =
      here.map { [Choice<Action>(.proceedWith($0), .country($0.code), detail: .suggestedByLanguage)] } ?? []
    let rows = Continent.allCases.filter { continent in countries.contains { $0.continent == continent } }
      .map { Choice<Action>(Copy("C-19.continent", "\($0.name)"), .continent($0), .row) }
    return screen(
      [.whichContinent], state.notice.blocks, choices: suggestion + rows + stateless(state) + [.back],
      announcement: state.notice?.copy)
  }

  private static func countries(of continent: Continent, _ state: State) -> Screen<Action> {
    let countries = state.countries.filter { $0.continent == continent }
    let rows = (countries.filter { $0.code == state.suggested } + countries.filter { $0.code != state.suggested }).map {
      Choice<Action>(
        Copy("C-19.choice", "\($0.name)"), .country($0.code), .row,
        detail: $0.code == state.suggested ? .suggestedByLanguage : nil)
    }
    return screen([.whichCountry], choices: rows + stateless(state) + [.back], announcement: .whichCountry)
  }

  private static func stateless(_ state: State) -> [Choice<Action>] {
    state.countries.filter { $0.continent == nil }
      .map { Choice(.iAmStateless, .country($0.code), .row, detail: $0.note.map { Copy("C-20.note", "\($0)") }) }
  }

  private static func attributes(of code: String, _ misfits: [EscrowMisfit], _ state: State) -> Screen<Action> {
    let attributes = attributes(of: code)
    let fields = attributes.map { attribute in
      Block.field(
        attribute.field, label: attribute.labelCopy, hint: attribute.hintCopy,
        .secret(.line(example: attribute.exampleInWords, isRequired: !attribute.isOptional)),
        autocomplete: attribute.mayBeFilledWith,
        fault: misfits.first { $0.field == attribute.field }.map { attribute.sentence(for: $0.fault) })
    }
    let wrong = misfits.isEmpty ? [] : [Block.banner(.lookAgainAt(misfits, attributes), .error)]
    return screen(
      [.whoAreYou, .staysHere, .whatLeaves], state.notice.blocks + wrong + [.facts([.country(code)])] + fields,
      choices: [
        Choice(.proceed, .proceed, needs: attributes.filter { !$0.isOptional }.map { .ready($0.field) }), .back,
      ],
      announcement: misfits.isEmpty ? state.notice?.copy ?? .whoAreYou : .lookAgainAt(misfits, attributes))
  }

  /// Shows the facts as they will be used, so that a typing error is found while it can still be corrected (C-22).
  private static func identity(
    of code: String, _ strength: EscrowStrength, _ unusual: [EscrowMisfit], _ state: State
  ) -> Screen<Action> {
    let attributes = attributes(of: code)
    let odd = unusual.isEmpty ? [] : [Block.banner(.looksOdd(unusual, attributes), .warning)]
    let waits: [Need] = if case .showing = state.stage { [.news] } else { [] }
    return screen(
      [.isThisRight],
      odd + [.facts([.country(code)]), .told(attributes.map { Told($0.labelCopy, $0.field) })]
        + (state.purpose == .backup ? strength.blocks(in: code) : []),
      choices: [Choice(.thatIsRight, .proceed, needs: waits), Choice(.changeSomething, .back, .back)],
      announcement: .isThisRight)
  }
}

extension Fact {
  static func country(_ code: String) -> Fact {
    Fact("Country", Copy("C-19.chosen", "\(Country.of(code: code)?.name ?? Sentence(verbatim: code))"))
  }
}

extension IdentityAttribute {
  var labelCopy: Copy {
    isOptional ? Copy("C-19.optional", "\(label) (optional)") : Copy("C-19.label", "\(label)")
  }
  /// The hint. An optional fact, once given, is required at every recovery. Set-up and recovery say so in the same
  /// words (C-54).
  fileprivate var hintCopy: Copy {
    guard isOptional else { return Copy("C-19.hint", "\(hint)") }
    return self == .memorableWord
      ? Copy("C-19.hint.word", "\(hint) Give them when you set this up and when you come back, or neither time.")
      : Copy("C-19.hint.optional", "\(hint) Give it when you set this up and when you come back, or neither time.")
  }
  /// The example. Words are translated, but a name, a date or a number remains unchanged, so that the country's check
  /// accepts it.
  fileprivate var exampleInWords: Sentence {
    kind == .words ? Sentence(stringLiteral: example) : Sentence(verbatim: example)
  }
  /// The kind of value that a browser may fill in. It is never a number.
  fileprivate var mayBeFilledWith: Autocomplete {
    switch kind {
    case .name: .name
    case .date: .birthday
    case .place, .number, .words: .off
    }
  }
  fileprivate func sentence(for fault: EscrowMisfit.Fault) -> Copy {
    AttributeFault(rawValue: fault.rawValue).map { Copy("C-22.fault", "\(sentence(for: $0))") }
      ?? Copy("C-22.misfit", "\(label) doesn't fit. Check it.")
  }
}

extension EscrowStrength {
  /// Describes how hard the identifier is to guess, who could know it, and what makes it stronger (G-14).
  fileprivate func blocks(in code: String) -> [Block] {
    let level = IdentityStrength.level(Double(stranger))
    let help: [Block] =
      level == .strong && IdentityStrength.level(Double(acquaintance)) == .strong ? [] : [.banner(.wordHelps, .warning)]
    return [
      .facts([
        Fact("How hard to guess", .strength(level)),
        Fact("Who could know it all", acquaintance > 0 ? .nobodyKnowsWord : .knowers(in: code)),
      ])
    ]
      + help
  }
}
