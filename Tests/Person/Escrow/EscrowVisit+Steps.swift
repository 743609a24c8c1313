import Browser
import Vocabulary

/// The steps that a person takes on any path through account recovery, each defined once.
extension EscrowVisit {
  public static let attributes = [
    "full_name": "Ottilie Zwyssig", "birthdate": "1961-02-28", "birthplace": "Trubschachen",
    "ahv_number": "756.1234.5678.97",
  ]

  /// Waits for a sentence, and passes on the screen that shows it.
  public func see(_ sentence: String, _ name: String) async throws {
    try await page.wait(forText: sentence)
    try await show(page, name)
  }

  /// Chooses a list entry by its first line and, if several share it, by the beginning of the second line.
  public func pick(_ label: String, _ detail: String = "") async throws {
    let search = """
      const entries = [...document.querySelectorAll('button.choice:enabled')];
      const place = entries.findIndex((entry) => {
        const [first, second = ''] = entry.innerText.split(/\\n+/);
        return first === arguments[0] && second.startsWith(arguments[1]);
      });
      entries[place]?.scrollIntoView({ block: 'center' });
      return place;
      """
    try await page.wait(until: "an entry “\(label)” \(detail)") {
      let place = try await page.run(search, .string(label), .string(detail)).int,
        entries = try await page.findAll("button.choice:enabled")
      guard let place, entries.indices.contains(place) else { return false }
      try await entries[place].click()
      return true
    }
  }
  public func fill(_ fields: [String: String]) async throws {
    for (field, text) in fields {
      _ = try await page.find("#\(field)")
      try await page.type(text, into: "#\(field)")
    }
  }

  /// Pairs the page with the hands, using the code that the hands show.
  public func meet() async throws {
    _ = try await page.find("#handsCode")
    try await show(page, "escrow-code")
    try await fill(["handsCode": await place.computer.hands.codes.shown])
    try await page.press("Continue")
  }

  /// Answers C-19…C-22 and continues to the next screen.
  public func identify() async throws {
    try await see("First the continent.", "escrow-continent")
    try await pick("Europe")
    try await see("Which country is your primary legal residence?", "escrow-country")
    try await pick("Switzerland")
    try await tellFacts()
  }
  /// Answers C-17 and C-22.
  public func tellFacts() async throws {
    try await fill(Self.attributes)
    try await show(page, "escrow-identification")
    try await page.press("Continue")
    try await page.wait(forText: Self.attributes["birthplace"] ?? "")
    try await page.wait(untilTrue: "document.querySelector('.actions .is-primary:enabled') !== null")
    try await see("Is every line right?", "escrow-identity")
    try await page.press("Yes, that is me")
  }
}
