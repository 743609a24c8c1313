extension Authenticator {
  /// authenticatorReset (CTAP 2.1 §6.6). The keys go first: from then on nothing on the shelf opens, however far the rest comes.
  func reset() async throws {
    if let window = settings.resetWindow, clock() - poweredUp > window { throw CTAPStatus.notAllowed }
    try await confirmPresence(Occasion(.reset))
    try await keys.reset()
    forgetAllPower()
    await endWhatOthersEnded()
    // What opens by now is from after it: another process was quick.
    try await memory().removeWhatIsClosed()
  }
}
