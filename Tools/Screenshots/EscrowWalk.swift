import Browser
import Foundation
import Person
import TestProvider

/// The screens of account recovery: set-up with three providers and then, in a new browser, the way back in.
struct EscrowWalk {
  let look: Look
  let folder: URL

  /// Of screens that differ only in a sentence, only one is included.
  private static let pictured: Set = [
    "escrow-decision", "escrow-country", "escrow-identification", "escrow-identity", "escrow-method-email",
    "escrow-clock", "escrow-methods",
    "escrow-review", "escrow-cost", "escrow-payment", "escrow-try", "escrow-tried", "escrow-receipt", "escrow-status",
    "escrow-challenges", "escrow-question",
    "escrow-sent-code",
    "escrow-challenges-1",
  ]

  func walk() async throws {
    let show: EscrowVisit.Show = { page, name in
      if Self.pictured.contains(name) { try await Camera(page: page, look: look, folder: folder).take(name) }
    }
    try await withEscrowPlace { place in
      var program: ClockProgram?
      try await place.visit(show: show) { visit in
        try await visit.makeAccount(writing: "The spare is at Ana's.")
        try await Camera(page: visit.page, look: look, folder: folder).setUp()
        program = try await setUp(visit)
        try await visit.ring.start("escrow-status")
        try await visit.see("You could come back today", "escrow-status")
      }
      guard let program else { return }
      try await place.visit(show: show) { visit in
        try await Camera(page: visit.page, look: look, folder: folder).setUp()
        try await visit.findBackup()
        if let checks = try await visit.ways().first { try await visit.finish(Array(checks.prefix(2)), program) }
      }
    }
  }

  /// Sets up with three methods, of which any two are enough.
  private func setUp(_ visit: EscrowVisit) async throws -> ClockProgram {
    try await visit.beginSetUp()
    try await visit.meet()
    try await visit.identify()
    try await visit.addQuestion()
    try await visit.addEmail()
    let program = try await visit.addClock()
    try await visit.confirmCost()
    try await visit.payAtTill()
    try await visit.tryAddress()
    try await visit.seal()
    return program
  }
}
