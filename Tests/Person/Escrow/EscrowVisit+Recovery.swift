import Browser
import Escrow
import TestProvider

/// One check on a way back in, as named by the page.
public struct EscrowCheck: Hashable, Sendable {
  public var kind: String, provider: String
  public var isDone: Bool
}

extension EscrowVisit {
  public func beginRecovery() async throws {
    try await page.getBackIn(with: "Account recovery, with my phone or mail", on: place.site)
  }
  /// Goes from the first page to the checks while signed out.
  public func findBackup() async throws {
    try await beginRecovery()
    try await meet()
    try await identify()
    try await see("and you are in.", "escrow-challenges")
  }

  /// The ways that the page shows, each with its checks.
  public func ways() async throws -> [[EscrowCheck]] {
    let ways = try await page.evaluate(
      """
      [...document.querySelectorAll('.policy')].map((way) => [...way.querySelectorAll('li')].map((part) =>
        [...part.querySelector('p').innerText.split(' at '), part.querySelector('.is-done') ? 'done' : '']))
      """)
    return (ways.array ?? []).map { way in
      (way.array ?? []).map {
        EscrowCheck(kind: $0[0].string ?? "", provider: $0[1].string ?? "", isDone: $0[2] == "done")
      }
    }
  }

  /// Passes a check with a remembered answer, a code that was sent, or the code shown by the program.
  public func pass(_ check: EscrowCheck, _ program: ClockProgram) async throws {
    try await pick(check.kind, check.provider)
    switch check.kind {
    case "Security question":
      _ = try await page.find("#challengeAnswer")
      try await show(page, "escrow-question")
      try await fill(["challengeAnswer": Self.answer])
      try await page.press("Give this answer")
    case "Code program":
      _ = try await page.find("#challengeClock")
      try await show(page, "escrow-clock-code")
      try await fill(["challengeClock": program.code(at: place.clock.now)])
      try await page.press("Continue")
    default:
      _ = try await page.find("#sentCode")
      try await show(page, "escrow-sent-code")
      try await typeCode(place.lastCode(check.kind == "E-mail" ? .email : .sms) ?? "")
    }
  }
  public func typeCode(_ code: String) async throws {
    try await fill(["sentCode": code])
    try await page.press("Continue")
  }
  /// Passes the remaining checks of a way, until the account is open.
  public func finish(_ way: [EscrowCheck], _ program: ClockProgram) async throws {
    let left = way.filter { !$0.isDone }
    for (place, check) in left.enumerated() {
      try await pass(check, program)
      if place + 1 < left.count { try await see("and you are in.", "escrow-challenges-\(place + 1)") }
    }
    try await see("Master Key restored. Enroll a new primary key now.", "escrow-restored")
  }

  /// Goes from the open account to the screen of coming back, without the old ways.
  public func enrollAnew() async throws -> [String] {
    try await ring.hold(ring.black)
    try await page.press("Enroll a new primary key now")
    try await page.wait(forText: "Name this key")
    try await page.type("green", into: "#name")
    try await page.press("Continue")
    try await see("Which of these are gone?", "escrow-old-ways")
    try await page.press("All of these are gone")
    let words = try await ring.save()
    try await see("It is here: 1 entry.", "escrow-back")
    return words
  }
  /// Opens the journal with the new key.
  public func openJournal(with entry: String) async throws {
    try await ring.openJournal(ring.black)
    try await page.wait(forText: entry)
  }
}
