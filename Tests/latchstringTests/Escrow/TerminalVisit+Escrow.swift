import Foundation
import TestProvider
import TestSite

/// One check on a way back in, as named by the terminal.
struct TerminalCheck: Hashable {
  var kind: String, provider: String, isDone: Bool
}

/// The steps that a person takes on any path through account recovery.
extension TerminalVisit {
  static let pin = "123456", question = "Which tree stood behind the school?", answer = "The old walnut"

  /// - Parameter byEnter: `true` to leave optional lines empty with Enter, which leads to the choices, instead of with
  ///   a dot.
  func identify(_ name: String = "Ottilie Zwyssig", byEnter: Bool = false) async throws {
    try await choose("Europe")
    try await choose("Switzerland")
    try await answer("Full name", name)
    try await answer("Birthdate", "1961-02-28")
    try await answer("Birthplace", "Trubschachen")
    try await answer("AHV number", "756.1234.5678.97")
    try await answer("Memorable word", byEnter ? "" : ".")
    if byEnter { try await choose("Continue") }
    try await choose("Yes, that is me")
  }

  func addQuestion() async throws {
    try await choose("Add a security question")
    try await answer("Question", Self.question)
    try await answer("Answer", Self.answer)
  }
  func addAddresses() async throws {
    try await choose("Add an e-mail address")
    try await answer("E-mail address", "ottilie@mail.example")
    try await choose("Add a phone number")
    try await answer("Phone number", "+41 79 123 45 67")
  }
  func addClock() async throws -> ClockProgram {
    try await choose("Add a code program")
    let shown = try await terminal.wait(for: "\nCode that the program shows")
    let key = shown.components(separatedBy: .newlines).first { $0.hasPrefix("Key: ") }?.dropFirst("Key: ".count) ?? ""
    let program = ClockProgram(shown: String(key.prefix { $0 != "," }))
    _ = try await terminal.wait(for: ": ")
    terminal.type(program.code(at: Date()) + "\r")
    return program
  }

  /// The ways shown on the board, each with its checks.
  var ways: [[TerminalCheck]] {
    plain.split(separator: "\n").filter { $0.hasPrefix("Way ") }.map { line in
      line.drop { $0 != ":" }.dropFirst(2).split(separator: "; ").map { part in
        let words = part.split(separator: " at ", maxSplits: 1), place = words.last.map(String.init) ?? ""
        return TerminalCheck(
          kind: String(words[0]), provider: place.replacing(" (done)", with: ""), isDone: place.hasSuffix(" (done)"))
      }
    }
  }
  /// Waits for the board of checks.
  func board() async throws -> [[TerminalCheck]] {
    try await find("Change provider or version")
    return ways
  }

  /// Passes one check with a remembered answer, a code that was sent, or the code shown by the program.
  func pass(
    _ check: TerminalCheck, _ program: ClockProgram, at providers: [RunningProvider], _ clock: TestClock
  ) async throws {
    try await choose("\(check.kind): \(check.provider)")
    switch check.kind {
    case "Security question": try await answer("Your answer", Self.answer)
    case "Code program": try await answer("Code that your program shows", program.code(at: clock.now))
    default:
      _ = try await terminal.wait(for: "\nCode: A-")
      terminal.type((providers.lastCode(check.kind == "E-mail" ? .email : .sms) ?? "") + "\r")
    }
  }
  /// Passes the remaining checks of one way.
  func pass(
    _ way: [TerminalCheck], _ program: ClockProgram, at providers: [RunningProvider], _ clock: TestClock
  ) async throws {
    let left = way.filter { !$0.isDone }
    for (place, check) in left.enumerated() {
      try await pass(check, program, at: providers, clock)
      if place + 1 < left.count { _ = try await board() }
    }
  }
}
