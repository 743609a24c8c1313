import Escrow
import Vocabulary
import HandsProtocol
import Testing

@testable import Flows

/// The first dialogs, shared by set-up and recovery.
@Suite struct IdentificationTests {
  private func asking(_ purpose: EscrowPurpose = .backup, suggesting country: String? = nil) -> Walk<Identification> {
    Walk(Identification.State(purpose, suggesting: country))
  }
  private func checking(
    _ strength: EscrowStrength, for purpose: EscrowPurpose = .backup, unusual: [EscrowMisfit] = []
  ) throws -> Walk<Identification> {
    var walk = asking(purpose)
    try walk.press("Europe"); try walk.press("Switzerland"); try walk.typeFacts();
    try walk.escrow(.identified(strength, unusual: unusual))
    return walk
  }

  @Test("C-17 C-18 C-19: identification asks for continent, country and facts, but no user name") func order() throws {
    var walk = asking()
    #expect(walk.screen.heading?.text == "Provide identification")
    #expect(walk.labels.prefix(3) == ["Europe", "Asia", "North America"])
    try walk.press("Europe")
    #expect(walk.labels.contains("Switzerland") && !walk.labels.contains("Japan"))
    try walk.press("Switzerland")
    #expect(walk.says.first == "Tell me who you are, in facts that never change.")
    #expect(walk.fields == ["full_name", "birthdate", "birthplace", "ahv_number", "memorable_word"])
    var japan = asking()
    try japan.press("Asia"); try japan.press("Japan")
    #expect(
      japan.fields.contains("my_number") && !japan.fields.contains("ahv_number"), "what is asked depends on the country"
    )
  }
  @Test("C-20: the first and the second question have a choice for stateless people")
  func stateless() throws {
    for continent in [nil, "Europe"] {
      var walk = asking()
      if let continent { try walk.press(continent) }
      try walk.press("I am stateless, or my country is not here")
      #expect(walk.fields.contains("document_number"))
      try walk.press("Back")
      #expect(walk.labels.contains("Europe"))
    }
  }
  @Test(
    "C-23: the screen says that typed facts stay, and every field is the hands' alone",
    arguments: Country.all.map(\.code))
  func secret(_ code: String) throws {
    let screen = Identification.screen(Identification.State(.backup, in: code))
    #expect(
      screen.says.map(\.text).contains(
        "This data will not leave the app and is only used to compute an identifier that cannot be forgotten."))
    let kinds = screen.blocks.compactMap { if case .field(let field) = $0 { field.kind } else { nil } }
    #expect(kinds.count == (Country.of(code: code)?.attributes.count ?? 0) + 1)
    #expect(kinds.allSatisfy { if case .secret = $0 { true } else { false } })
  }
  @Test("C-54: both flows ask for a memorable word, in words that are true for both") func memorableWord() {
    for purpose in [EscrowPurpose.backup, .recovery] {
      let blocks = Identification.screen(Identification.State(purpose, in: "ch")).blocks
      let hint = blocks.compactMap {
        if case .field(let field) = $0, field.id == "memorable_word" { field.hint?.text } else { nil }
      }.first
      let words = "A few words that only you know and will never forget."
      #expect(hint == "\(words) Give them when you set this up and when you come back, or neither time.")
    }
  }
  @Test("C-24: the country suggested by the language is one press away, but is only suggested")
  func suggestion() throws {
    var walk = asking(suggesting: "ch")
    #expect(walk.details.contains("Suggested by your language"))
    try walk.press("Continue with Switzerland")
    #expect(walk.fields.contains("ahv_number"))
    var other = asking(suggesting: "ch")
    try other.press("Europe")
    #expect(other.labels.first == "Switzerland" && other.labels.contains("Germany"))
    #expect(!asking().details.contains("Suggested by your language"))
  }
  @Test("C-22: invalid values are reported field by field, and no typed text is lost") func misfits() throws {
    var walk = asking()
    try walk.press("Europe"); try walk.press("Switzerland"); try walk.typeFacts()
    #expect(
      try walk.escrow(.misfit([EscrowMisfit("ahv_number", .checkDigit), EscrowMisfit("birthdate", .date)])).orders
        .isEmpty)
    #expect(walk.banners == ["Something doesn't fit yet: AHV number, Birthdate. Check against your papers."])
    let faults = walk.screen.blocks.compactMap {
      if case .field(let field) = $0, let fault = field.fault { "\(field.id.rawValue): \(fault.text)" } else { nil }
    }
    #expect(
      faults.count == 2
        && faults.contains("ahv_number: A digit or letter does not fit the others. Look for a typing error."))
  }
  @Test("C-22: the hands show the facts once more before use, and they can be changed")
  func shown() throws {
    var walk = try checking(EscrowStrength(stranger: 50, acquaintance: 0), unusual: [EscrowMisfit("birthdate", .date)])
    #expect(
      walk.askedEscrow == .showIdentity(.backup) && !walk.buttons.contains("Yes, that is me"),
      "not before it is there to be read")
    try walk.escrow(.shown)
    #expect(walk.tells == ["full_name", "birthdate", "birthplace", "ahv_number", "memorable_word"])
    #expect(walk.banners.contains("This can be used, but it looks like a typing error: Birthdate. Look once more."))
    try walk.press("Change something")
    #expect(walk.fields.contains("full_name"))
    try walk.typeFacts(); try walk.escrow(.identified(EscrowStrength(stranger: 50, acquaintance: 0)));
    try walk.escrow(.shown)
    let end = try walk.press("Yes, that is me")
    #expect(walk.output == .identified(country: "ch") && end.orders.isEmpty, "whoever comes back finds what was typed")
    var left = asking()
    try left.press("Europe"); try left.press("Switzerland")
    #expect(try left.press("Cancel").orders.contains(.hands(.forget("ahv_number"))))
  }
  @Test("G-14: only the set-up says how hard the facts are to guess, who knows them, and what helps")
  func strength() throws {
    let weak = try checking(EscrowStrength(stranger: 20, acquaintance: 0))
    #expect(weak.facts.contains("How hard to guess: Not hard, even for somebody who doesn't know you"))
    #expect(weak.facts.contains("Who could know it all: your family, your employer, authorities"))
    #expect(weak.banners.contains { $0.contains("memorable word") })
    let strong = try checking(EscrowStrength(stranger: 80, acquaintance: 50))
    #expect(
      strong.facts.contains("How hard to guess: Very hard, for somebody who doesn't know you") && strong.banners.isEmpty
    )
    let back = try checking(EscrowStrength(stranger: 20, acquaintance: 0), for: .recovery)
    #expect(back.facts == ["Country: Switzerland"] && back.banners.isEmpty)
  }
  @Test("C-22: a different country drops the facts it does not need, and leaving drops all of them")
  func otherCountry() throws {
    var walk = asking()
    try walk.press("Asia"); try walk.press("Japan"); try walk.press("Back"); try walk.press("Back");
    try walk.press("Europe")
    let chosen = try walk.press("Switzerland").forgotten
    #expect(chosen.contains("my_number") && chosen.isDisjoint(with: ["full_name", "ahv_number", "memorable_word"]))
    try walk.press("Back")
    var left = walk
    #expect(try left.press("Cancel").forgotten.contains("ahv_number"), "where no field is seen, too")
    try walk.press("Back")
    #expect(try walk.press("Back").forgotten.isSuperset(of: ["my_number", "ahv_number", "full_name"]))
  }
  @Test("C-54: both flows ask the same questions, screen by screen") func alike() throws {
    let labels = ["Europe", "Switzerland"]
    var one = asking(.backup, suggesting: "de"), other = asking(.recovery, suggesting: "de")
    for label in labels {
      #expect(one.screen == other.screen)
      try one.press(label); try other.press(label)
    }
    #expect(one.screen == other.screen && !one.fields.isEmpty)
  }
  @Test("G-12: Back leads from every dialog to the previous one") func back() throws {
    var walk = asking()
    try walk.press("Europe"); try walk.press("Switzerland")
    try walk.press("Back")
    #expect(walk.says.first == "Which country is your primary legal residence?")
    try walk.press("Back"); try walk.press("Back")
    #expect(walk.output == .back)
  }
  @Test("a page reloaded while the facts are checked requests them again, and says why") func reload() throws {
    var walk = asking()
    try walk.press("Europe"); try walk.press("Switzerland"); try walk.typeFacts()
    walk.reload()
    #expect(
      walk.askedEscrow == nil && walk.banners == ["This computer no longer has what you typed. Type it once more."])
  }
}
