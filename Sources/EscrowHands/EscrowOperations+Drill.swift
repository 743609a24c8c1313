import HandsProtocol

/// Drills of account recovery: the steps of a recovery, with notes that are in memory only. Nothing unfinished is written
/// to a file, and nothing of a recovery that waits in one is touched.
extension EscrowOperations {
  /// Performs one step of a drill. A drill that rests for too long is forgotten.
  func drill(_ step: EscrowEffect, _ typed: OrderSecrets, _ origin: String) async throws -> EscrowNews {
    guard step.isDrillable else { return EscrowNews(.failed) }
    let name = DrillName.of(origin)
    rests.removeValue(forKey: name)?.cancel()
    defer { rest(name) }
    return step == .finish ? try await finishDrill(origin) : try await perform(step, typed, name)
  }

  /// Notes that the parts that were joined were given back today, and forgets everything else. The day is noted for a
  /// secret of this site alone.
  private func finishDrill(_ origin: String) async throws -> EscrowNews {
    guard let draft = drills.removeValue(forKey: DrillName.of(origin))?.draft, let opened = draft.opened,
      let secret = draft.recovered, EscrowWay.bytes(of: secret, for: origin) != nil
    else { throw Lost() }
    let lock = try await notebook.lock(origin, patience: patience)
    defer { withExtendedLifetime(lock) {} }
    try noteGivenBack(opened, origin)
    return EscrowNews(.finished)
  }

  private func rest(_ name: String) {
    guard drills[name] != nil else { return }
    rests[name] = Task { [drillPatience, weak self] in
      guard (try? await Task.sleep(for: drillPatience)) != nil else { return }
      await self?.forgetDrill(name)
    }
  }
  private func forgetDrill(_ name: String) { (drills[name], rests[name]) = (nil, nil) }

  // The notes of a recovery or of a drill

  func recoveryNotes(of name: String) throws -> RecoveryNotes? {
    DrillName.isOne(name) ? drills[name] : try notebook.read(RecoveryNotes.self, of: name)
  }
  func keep(_ notes: RecoveryNotes, of name: String) throws {
    if DrillName.isOne(name) { drills[name] = notes } else { try notebook.write(notes, of: name) }
  }
  func forgetRecovery(of name: String) throws {
    if DrillName.isOne(name) { drills[name] = nil } else { try notebook.forget(RecoveryNotes.self, of: name) }
  }
}

/// The names under which drills are kept, distinguished by a mark that no browser's origin contains.
private enum DrillName {
  static func of(_ origin: String) -> String { origin + mark }
  static func isOne(_ name: String) -> Bool { name.hasSuffix(mark) }
  private static let mark = "#drill"
}
