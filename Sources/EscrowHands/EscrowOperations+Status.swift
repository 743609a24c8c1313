import Escrow
import HandsProtocol

extension EscrowOperations {
  /// Reports the status (C-40), and notes the day on which each provider answered. Fetching the documents needs only the account's name, so the person is not asked to
  /// identify themselves.
  func status(_ origin: String) async throws -> EscrowNews {
    guard let finished = try notebook.read(FinishedSetUp.self, of: origin) else { return EscrowNews(.nothingLeft) }
    let client = client, practice = practice, time = Int64(now().timeIntervalSince1970)
    let file = try notebook.read(FinishedSetUp.self, of: EscrowErrand.file.name(at: origin))
    let newer = Dictionary((file?.places ?? []).map { ($0.provider, $0) }) { first, _ in first }
    let standings = await withTaskGroup(of: (Int, EscrowStanding).self) { group in
      for (index, place) in finished.places.enumerated() {
        group.addTask {
          var standing = await place.standing(client, newer: newer[place.provider], at: time)
          if practice.contains(place.provider) { standing.isPractice = true }
          return (index, standing)
        }
      }
      return await group.reduce(into: [Int: EscrowStanding]()) { $0[$1.0] = $1.1 }
    }
    let told = finished.places.indices.compactMap { standings[$0] }
    // The answer is what was asked for. If it cannot be noted, the days stay as they were.
    try? await note(told, of: finished, origin)
    return EscrowNews(
      .status(
        told,
        policies: EscrowBounds.first(of: finished.policies.map { $0.map(\.facts) })))
  }
}

extension FinishedSetUp.Place {
  /// The time until which the provider keeps both the document and the shares. Each is useless without the other.
  var end: Int64? { [expiration, truthExpiration].compactMap(\.self).min() }

  /// Returns `true` if the document is the one uploaded to this provider. Its bytes decide, or its version number if
  /// the uploaded bytes are not known.
  private func isThere(_ version: Int, _ sealed: [UInt8]) -> Bool {
    sealedHash.map { EscrowHash.of(sealed) == $0.bytes } ?? (version == self.version)
  }

  /// Asks the provider for its standing.
  ///
  /// - Parameter newer: A file's document that this computer later uploaded to the same provider for the same person.
  ///   If there is one, the account's document is an older version.
  fileprivate func standing(_ client: ProviderClient, newer: Self?, at time: Int64) async -> EscrowStanding {
    var standing = EscrowStanding(
      url: provider.text, name: name, trouble: nil, version: nil, paidUntil: nil, isCurrent: false,
      isPractice: isPractice, isFree: isFree)
    do throws(EscrowError) {
      let configuration = try await client.configuration(of: provider)
      standing.name = configuration.shownName
      if configuration.isPractice { standing.isPractice = true }
      var answer = try await client.document(of: account.bytes, at: provider)
      if case .found(let latest) = answer, let version, latest.version > version,
        newer?.isThere(latest.version, latest.sealed) == true
      {
        answer = try await client.document(of: account.bytes, at: provider, version: version)
      }
      switch answer {
      case .found(let document):
        let isCurrent = isThere(document.version, document.sealed)
        // If our document never arrived, the document found may be an earlier one.
        guard version != nil || isCurrent else { break }
        (standing.version, standing.isCurrent) = (document.version, isCurrent)
        if standing.isCurrent { standing.paidUntil = end.map { Int($0) } }
      case .nothing, .noSuchVersion: if version != nil { standing.trouble = .missing }  // it was there
      case .refused(let refusal): standing.trouble = EscrowTrouble(refusal)
      }
      if standing.version == nil { standing.paidUntil = truthExpiration.map { Int($0) } }
      if let truthExpiration, truthExpiration <= time { standing.trouble = .expired }
    } catch { standing.trouble = EscrowTrouble(error) }
    return standing
  }
}
