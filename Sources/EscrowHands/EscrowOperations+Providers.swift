import Escrow
import HandsProtocol

extension EscrowOperations {
  /// Asks the known providers and these new ones (C-30, C-31). A new address that answers as a provider is added to the
  /// known providers.
  func contact(_ purpose: EscrowPurpose, _ urls: [String], _ origin: String) async throws -> EscrowNews {
    switch purpose {
    case .backup:
      var notes = try notebook.read(BackupNotes.self, of: origin) ?? BackupNotes(known: KnownProviders(named))
      notes.known.add(await present())
      let strangers = await ask(&notes.known, and: urls, for: origin)
      try notebook.write(notes, of: origin)
      return EscrowNews(.providers(notes.known.facts(practice: practice) + strangers))
    case .recovery:
      var notes = try recoveryNotes(of: origin) ?? RecoveryNotes(known: KnownProviders(named))
      notes.known.add(await present())
      let strangers = await ask(&notes.known, and: urls, for: origin)
      try keep(notes, of: origin)
      return EscrowNews(.providers(notes.known.facts(practice: practice) + strangers))
    }
  }

  /// Asks the providers.
  ///
  /// - Returns: The new addresses that are not providers, or do not answer as such at the moment.
  private func ask(
    _ known: inout KnownProviders, and urls: [String], for origin: String
  ) async -> [EscrowProviderFacts] {
    let new = urls.prefix(KnownProviders.most).map { url in
      (url: url, address: ProviderAddress(url).flatMap { mayAsk($0, for: origin) ? $0 : nil })
    }
    let asked = known.addresses + new.compactMap(\.address).filter { [known] in !known.addresses.contains($0) }
    let answers = await configurations(of: Set(asked), atMostAfterFirst: Self.patienceWithOthers)
    for address in asked { if let answer = answers[address] { known.take(answer, of: address) } }
    return new.filter { [known] new in new.address.map { !known.addresses.contains($0) } ?? true }.map { url, address in
      var trouble = EscrowTrouble.notProvider
      if let address, case .failure(let error)? = answers[address] { trouble = EscrowTrouble(error) }
      return EscrowProviderFacts(
        url: address?.text ?? url, name: "", isPractice: false, offers: [], annualFee: "", truthUploadFee: "",
        trouble: trouble)
    }
  }

  /// The time limit for the remaining providers, so that a hanging provider does not hide the rest.
  private static let patienceWithOthers = Duration.seconds(4)

  /// Asks all of the providers at once.
  ///
  /// - Parameter patience: The time limit once one provider has answered. Providers that have not answered by then
  ///   count as not answering. `nil` waits for every provider.
  func configurations(
    of addresses: Set<ProviderAddress>, atMostAfterFirst patience: Duration? = nil
  ) async -> [ProviderAddress: Result<ProviderConfiguration, EscrowError>] {
    typealias Answers = [ProviderAddress: Result<ProviderConfiguration, EscrowError>]
    return await withTaskGroup(of: Answers.Element?.self) { [client] group in
      for address in addresses {
        group.addTask {
          do throws(EscrowError) { return (address, .success(try await client.configuration(of: address))) } catch {
            return (address, .failure(error))
          }
        }
      }
      if let patience {
        group.addTask {
          try? await Task.sleep(for: patience)
          return nil
        }
      }
      var answers: Answers = [:], isOver = false
      while answers.count < addresses.count, !isOver || !answers.values.contains(where: \.isSuccess),
        let next = await group.next()
      {
        if let (address, answer) = next { answers[address] = answer } else { isOver = true }
      }
      group.cancelAll()
      let silence = EscrowError(.unreachable, "a provider does not answer in time")
      return answers.merging(addresses.map { ($0, .failure(silence)) }) { answer, _ in answer }
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
