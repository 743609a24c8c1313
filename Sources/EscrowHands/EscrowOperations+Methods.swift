import Encoding
import Escrow
import Foundation
import HandsProtocol
import Model

extension EscrowOperations {
  func drawClock(_ origin: String) throws -> EscrowNews {
    var notes = try backup(of: origin)
    let key = DrawnBytes.secret(TimeBasedCode.keyCount)
    notes.clock = FiledSecret(key)
    try notebook.write(notes, of: origin)
    let clock = ClockKey(key: key)
    return EscrowNews(.shown, shown: .clock(uri: clock.uri, key: clock.text))
  }

  /// Adds a method (C-26, C-27). If an identical method exists, it is returned instead.
  func add(_ kind: EscrowKind, _ fields: [FieldID], _ typed: OrderSecrets, _ origin: String) throws -> EscrowNews {
    var notes = try backup(of: origin)
    guard fields.count == kind.fields.count else { return EscrowNews(.failed) }
    switch try MethodReading(kind, fields, typed, clock: notes.clock?.secret, at: now()).result {
    case .failure(let misfits): return EscrowNews(.misfit(misfits.all))
    case .success(let method):
      if let there = notes.methods.first(where: { $0.method == method }) {
        return EscrowNews(.methodAdded(there.facts), telling: notes.texts)
      }
      guard notes.methods.count < EscrowBounds.challenges else { return EscrowNews(.failed) }
      let facts = EscrowMethodFacts(notes.nextNumber, kind)
      notes.methods.append(NotedMethod(facts: facts, method: method))
      notes.nextNumber += 1
      if kind == .totp { notes.clock = nil }
      try notebook.write(notes, of: origin)
      return EscrowNews(.methodAdded(facts), telling: notes.texts)
    }
  }

  func remove(_ number: Int, _ origin: String) throws -> EscrowNews {
    var notes = try backup(of: origin)
    notes.methods.removeAll { $0.facts.number == number }
    // The backup is planned again without this method, but the values generated for the other methods are kept.
    notes.plan = nil
    try notebook.write(notes, of: origin)
    return EscrowNews(.methodRemoved(number))
  }
}
