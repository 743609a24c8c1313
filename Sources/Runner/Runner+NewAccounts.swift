import Model

/// How many accounts are made from one network address. Who came over no network is not counted.
extension Runner {
  /// Refuses where no more are made from there for now. Said before anything is asked of a key, which else would keep a
  /// passkey for an account that never was.
  func admitNewAccount(from session: Session) throws(RunnerError) {
    guard let address = session.address else { return }
    guard newAccounts.isLeft(for: address, at: surroundings.now().timeIntervalSince1970) else {
      throw RunnerError(.tooManyAccounts)
    }
  }

  /// One was made. Transactions that write come one after the other, so that none comes between this and the question.
  func countNewAccount(from session: Session) {
    guard let address = session.address else { return }
    _ = newAccounts.use(by: address, at: surroundings.now().timeIntervalSince1970)
  }
}
