import Browser
import TestProvider

extension EscrowVisit {
  public static let question = "Which tree stood behind the school?", answer = "The old walnut"
  public static let email = "ottilie@mail.example", phone = "+41 79 123 45 67"

  /// Creates an account with two keys, a recovery code and one journal entry, and stays signed in.
  public func makeAccount(writing entry: String) async throws {
    try await ring.register()
    _ = try await ring.enroll()
    try await ring.openJournal(ring.yellow)
    try await ring.write(entry)
  }

  public func beginSetUp() async throws {
    try await ring.start("escrow-setup")
    try await see("Set up account recovery?", "escrow-decision")
    try await page.press("Set it up")
  }

  public func addQuestion() async throws {
    try await see("How could you prove it's you, on a bad day?", "escrow-methods-empty")
    try await add(
      "Add a security question", ["question": Self.question, "answer": Self.answer], as: "Security question")
  }
  public func addEmail() async throws {
    try await add("Add an e-mail address", ["email": Self.email], as: "E-mail")
  }
  public func addAddresses() async throws {
    try await addEmail()
    try await add("Add a phone number for text messages", ["phone": Self.phone], as: "Text message")
  }
  public func addClock() async throws -> ClockProgram {
    try await pick("Add a code program")
    try await page.wait(untilTrue: "document.querySelector('[data-clock] code')?.textContent.length > 30")
    try await show(page, "escrow-clock")
    let program = ClockProgram(shown: try await page.find("[data-clock] code").text)
    try await fill(["clockCode": program.code(at: place.clock.now)])
    try await page.press("Add it")
    try await isListed("Code program")
    return program
  }
  /// Adds a question, an e-mail address, a phone number and a code program.
  public func addMethods() async throws -> ClockProgram {
    try await addQuestion()
    try await addAddresses()
    return try await addClock()
  }
  /// Accepts the methods that the page suggests, and goes to the review.
  public func addSuggested() async throws {
    try await page.press("Begin with security question, e-mail and text message")
    for (place, fields) in [
      ["question": Self.question, "answer": Self.answer], ["email": Self.email], ["phone": Self.phone],
    ].enumerated() {
      try await see("Method \(place + 1) of 3.", "escrow-suggested-\(place + 1)")
      try await fill(fields)
      try await page.press("Add it")
    }
  }
  private func add(_ label: String, _ fields: [String: String], as name: String) async throws {
    try await pick(label)
    try await fill(fields)
    try await show(page, "escrow-method-\(fields.keys.sorted()[0])")
    try await page.press("Add it")
    try await isListed(name)
  }
  private func isListed(_ name: String) async throws {
    try await page.wait(
      untilTrue: "[...document.querySelectorAll('button.choice b')].some((e) => e.innerText === '\(name)')"
        + " && document.body.innerText.includes('How could you prove')")
  }

  /// Goes from the list of methods to the payment of the fees.
  public func confirmCost() async throws {
    try await show(page, "escrow-methods")
    try await page.press("Continue")
    try await agree()
  }
  /// Goes from the review of the ways to the payment of the fees.
  public func agree() async throws {
    try await see("gets you back in.", "escrow-review")
    try await page.press("Continue")
    try await see("This is what it costs.", "escrow-cost")
    try await page.press("Confirm payment of 1.00 TESTKUDOS")
  }
  /// Pays at the till in a separate tab, as a person does, and says so.
  public func payAtTill() async throws {
    try await payElsewhere()
    try await page.press("I have paid")
  }
  /// Pays at the till in a separate tab, and comes back to the page.
  public func payElsewhere() async throws {
    try await see("A provider waits for its payment.", "escrow-payment")
    let before = try await page.tabs()
    try await page.press("Pay at its till")
    try await page.wait(until: "the till") { try await page.tabs().count > before.count }
    if let till = try await page.tabs().first(where: { !before.contains($0) }) {
      try await till.wait(forText: "Practice till")
      try await till.click("form button")
      try await till.wait(forText: "Paid.")
      try await till.close()
    }
  }
  /// Tries the e-mail address before the touch: a code comes, and is typed.
  public func tryAddress() async throws {
    try await see("confirm that it's you", "escrow-confirm")
    try await page.press("Try an address first")
    try await page.wait(forText: Self.email)
    try await see("Try it now", "escrow-try")
    try await pick("E-mail")
    try await see("An e-mail with a code is on its way.", "escrow-try-code")
    try await typeCode(place.lastCode(.email) ?? "")
    try await see("gave its part back as it was stored.", "escrow-tried")
    try await page.press("Continue")
  }
  /// Continues to the receipt.
  public func seal() async throws {
    try await see("confirm that it's you", "escrow-confirm")
    try await ring.hold(ring.yellow)
    try await page.press("Confirm with your passkey")
    try await see("Account recovery is set up.", "escrow-receipt")
  }

  /// - Parameter triesAddress: `true` if the person tries an address before the end.
  public func setUp(triesAddress: Bool = false) async throws -> ClockProgram {
    try await beginSetUp()
    try await meet()
    try await identify()
    let program = try await addMethods()
    try await confirmCost()
    try await payAtTill()
    if triesAddress { try await tryAddress() }
    try await seal()
    return program
  }
}
