import Encoding
import Escrow
import HandsProtocol

extension EscrowOperations {
  /// Has a provider send a code to a method's address, now that its part is stored there.
  func tryMethod(_ number: Int, _ origin: String) async throws -> EscrowNews {
    let notes = try backup(of: origin)
    guard let (truth, draft) = notes.tried(number) else { return EscrowNews(.unknownChallenge) }
    let result: ChallengeResult
    do throws(EscrowError) { result = try await BackupClient(client).sendCode(for: truth, of: draft) } catch {
      return EscrowNews(.trouble(EscrowTrouble(error)))
    }
    switch result {
    case .sent, .alreadySent: return EscrowNews(.sent, telling: notes.texts)
    case .file(let name): return EscrowNews(.sent, telling: [EscrowText.method(number): name])
    case .limited: return EscrowNews(.limited)
    case .unknownTruth, .keyRefused: return EscrowNews(.trouble(.missing))
    case .notSent: return EscrowNews(.notSent())
    // A check that costs something now, or that sends no code, is not tried.
    case .paymentDue, .wire, .review, .notNeeded, .notUsable: return EscrowNews(.unknownChallenge)
    case .refused(let refusal): return EscrowNews(.trouble(EscrowTrouble(refusal)))
    }
  }

  /// Answers with the code that was sent.
  func answerMethod(_ number: Int, _ typed: Secret, _ origin: String) async throws -> EscrowNews {
    var notes = try backup(of: origin)
    guard let (truth, draft) = notes.tried(number) else { return EscrowNews(.unknownChallenge) }
    guard let code = AnswerCode(typed.text) else { return EscrowNews(.wrong) }
    let result: TrialResult
    do throws(EscrowError) { result = try await BackupClient(client).answer(code, for: truth, of: draft) } catch {
      return EscrowNews(.trouble(EscrowTrouble(error)))
    }
    switch result {
    case .passed:
      notes.givenOn = (notes.givenOn ?? [:]).merging([truth.id.text: today]) { $1 }
      try notebook.write(notes, of: origin)
      return EscrowNews(.solved(number))
    case .lied: return EscrowNews(.trouble(.lying))
    case .refused(.wrong), .refused(.declined): return EscrowNews(.wrong)
    case .refused(.noCode), .refused(.notYet): return EscrowNews(.expired)
    case .refused(.limited): return EscrowNews(.limited)
    case .refused(.unknownTruth), .refused(.keyRefused), .refused(.shareGone): return EscrowNews(.trouble(.missing))
    case .refused(.refused(let refusal)): return EscrowNews(.trouble(EscrowTrouble(refusal)))
    case .refused(.paymentDue), .refused(.notUsable), .refused(.solved): return EscrowNews(.unknownChallenge)
    }
  }
}

extension BackupNotes {
  /// Returns the first stored part of a method whose check is free and sends a code, with its draft.
  fileprivate func tried(_ number: Int) -> (BackupDraft.Truth, BackupDraft)? {
    guard plan != nil, let draft, let method = methods.first(where: { $0.facts.number == number }) else { return nil }
    let truth = draft.truths.first { truth in
      let offers = draft.providers[truth.provider]?.configuration.methods ?? []
      return truth.standing == .stored && draft.methods[truth.method] == method.method
        && offers.first { $0.type == truth.type }?.cost.isZero == true
    }
    return truth.map { ($0, draft) }
  }
}
