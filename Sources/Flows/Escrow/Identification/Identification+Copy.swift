import Escrow
import Vocabulary
import HandsProtocol
import Sentences

extension Copy {
  static let provideIdentification = Copy("C-10", "Provide identification")
  static let whichContinent = Copy("C-19", "Where do you live? First the continent.")
  static let whichCountry = Copy("C-19.country", "Which country is your primary legal residence?")
  static func proceedWith(_ country: Country) -> Copy { Copy("C-24", "Continue with \(country.name)") }
  static let suggestedByLanguage = Copy("C-24.why", "Suggested by your language")
  static let iAmStateless = Copy("C-20", "I am stateless, or my country is not here")
  static let whoAreYou = Copy("C-17", "Tell me who you are, in facts that never change.")
  static let staysHere = Copy(
    "C-23", "This data will not leave the app and is only used to compute an identifier that cannot be forgotten.")
  /// Set-up and recovery use the same words (C-54).
  static let whatLeaves = Copy(
    "C-23.leaves",
    """
    From these facts a number is computed, and only the number leaves this computer: to the providers that you choose, \
    and, when you come back, to those that this computer knows.
    """)
  static let checkingHere = Copy("C-22.checking", "Checking on this computer…")
  static let isThisRight = Copy("C-22.shown", "This is how it will be used. Is every line right?")
  static let thatIsRight = Copy("C-22.yes", "Yes, that is me")
  static let changeSomething = Copy("C-22.change", "Change something")
  static func lookAgainAt(_ misfits: [EscrowMisfit], _ attributes: [IdentityAttribute]) -> Copy {
    Copy("C-22", "Something doesn't fit yet: \(names(misfits, attributes)). Check against your papers.")
  }
  static func looksOdd(_ misfits: [EscrowMisfit], _ attributes: [IdentityAttribute]) -> Copy {
    Copy(
      "C-22.odd", "This can be used, but it looks like a typing error: \(names(misfits, attributes)). Look once more.")
  }
  private static func names(_ misfits: [EscrowMisfit], _ attributes: [IdentityAttribute]) -> Sentence {
    misfits.map { misfit in
      attributes.first { $0.field == misfit.field }?.label ?? Sentence(verbatim: misfit.field.rawValue)
    }.withCommas
  }
  static func strength(_ level: IdentityStrength.Level) -> Copy {
    switch level {
    case .strong: Copy("G-14.strong", "Very hard, for somebody who doesn't know you")
    case .fair: Copy("G-14.fair", "Hard, for somebody who doesn't know you")
    case .weak: Copy("G-14.weak", "Not hard, even for somebody who doesn't know you")
    }
  }
  static let wordHelps = Copy(
    "G-14.word",
    """
    Whoever guesses all of this still has to pass your checks. A memorable word makes guessing much harder. You will \
    need it to come back, so take one that you can't forget.
    """)
  static let nobodyKnowsWord = Copy("G-14.nobody", "Only you: nobody else knows your memorable word")
  /// Lists the people who know every fact that this country asks for.
  static func knowers(in code: String) -> Copy {
    let asked = Country.of(code: code)?.attributes.filter { !$0.isOptional } ?? []
    let known = asked.reduce(Set(Knower.allCases).subtracting([.everybody])) { $0.intersection($1.guessing.knownBy) }
    return Copy("G-14.known", "\(Knower.allCases.filter(known.contains).map(\.name).withCommas)")
  }
}

extension Aside {
  static let identification = Aside(
    whatStepMeans,
    [
      (
        Copy("C-17.1", "Why we ask"),
        Copy(
          "C-17.1t",
          """
          From these facts this computer works out an identifier that cannot be forgotten. There is no user name to \
          lose.
          """)
      ),
      (
        Copy("C-54.1", "If something changed"),
        Copy("C-54.1t", "To come back, answer as you did at the set-up, also where that is no longer so.")
      ),
      (
        Copy("C-23.3", "Where they go"),
        Copy(
          "C-23.3t",
          """
          Nowhere. No server sees them, not even ours. A provider sees a number computed from them, another one at \
          each; who knows your facts could compute it too.
          """)
      ),
      (
        Copy("C-21", "Spelling"),
        Copy("C-21.t", "Seestr. and Seestrasse give the same identifier. Capitals and spaces don't matter.")
      ),
      (
        Copy("C-24.1", "How we guess your country"),
        Copy(
          "C-24.1t", "From the language that your browser asks for. We don't look where you are.",
          inTerminal: "From the language and the time zone of this terminal. We don't look where you are.")
      ),
    ])
}
