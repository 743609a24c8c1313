import Browser
import TestProvider

/// The drill of one way of account recovery.
extension EscrowVisit {
  /// Goes from Settings to the choice of a way, with yellow at hand.
  public func beginDrill() async throws {
    try await page.enter(.recovery)
    try await page.click("form[action='/start/escrow-test'] button")
    try await page.wait(forText: "First, confirm that it's you.")
    try await ring.hold(ring.yellow)
    try await page.press("Confirm with your passkey")
    try await identify()
    try await see("Which way do you want to try?", "escrow-drill-ways")
  }
  /// Chooses the first way, and returns its checks.
  public func chooseDrill() async throws -> [EscrowCheck] {
    try await pick(try await page.find("button.choice:enabled b").text)
    try await see("A wrong answer takes one try at that provider", "escrow-drill-checks")
    return try await ways().first ?? []
  }
  /// Chooses the first way, and passes its checks until the page says how the drill ended.
  public func finishDrill(_ program: ClockProgram, until ending: String) async throws {
    for check in try await chooseDrill() {
      try await pass(check, program)
      try await page.wait(
        untilTrue: "!!document.querySelector('button.choice') || document.body.innerText.includes('\(ending)')")
      if try await page.text.contains(ending) { break }
    }
    try await see(ending, "escrow-drill-ended")
  }
}
