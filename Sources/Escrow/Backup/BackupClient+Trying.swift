/// The result of answering the check of a part that was just stored.
public enum TrialResult: Sendable {
  /// The provider accepted the code, and returned the part as it was stored.
  case passed
  /// The provider accepted the code, and returned something else.
  case lied
  case refused(SolveResult)
}

/// Tries the address of a method, as a recovery would use it. The provider then learns the address, which it otherwise
/// learns only at a recovery. A code that was answered uses up no try, and a new recovery gets a code of its own.
extension BackupClient {
  /// Has the provider send a code. No payment is made for it.
  ///
  /// - Throws: `unreachable` (a code may have been sent nevertheless) or `unexpected`.
  public func sendCode(for truth: BackupDraft.Truth, of draft: BackupDraft) async throws(EscrowError) -> ChallengeResult
  {
    try await client.challenge(draft.reference(to: truth))
  }

  /// Answers with the code that was sent.
  ///
  /// - Throws: `unreachable` (the try may have been counted) or `unexpected`.
  public func answer(
    _ code: AnswerCode, for truth: BackupDraft.Truth, of draft: BackupDraft
  ) async throws(EscrowError) -> TrialResult {
    let result = try await client.solve(draft.reference(to: truth), response: code.response)
    guard case .solved(let sealed) = result else { return .refused(result) }
    return sealed == truth.sealedShare.bytes ? .passed : .lied
  }
}

extension BackupDraft {
  fileprivate func reference(to truth: Truth) -> TruthReference {
    TruthReference(
      provider: truth.provider, id: truth.id, key: truth.key.base32,
      isOld: providers[truth.provider]?.configuration.isOld ?? false)
  }
}
