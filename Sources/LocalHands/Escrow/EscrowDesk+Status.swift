import Escrow
import FlowKit

extension EscrowDesk {
  /// C-40. Fetching needs no more than the account's name, and nobody is asked who somebody is.
  func status(_ origin: String) async throws -> EscrowNews {
    guard let finished = try notebook.read(FinishedSetUp.self, of: origin) else { return EscrowNews(.nothingLeft) }
    let client = client, time = Int64(now().timeIntervalSince1970)
    let standings = await withTaskGroup(of: (Int, EscrowStanding).self) { group in
      for (index, place) in finished.places.enumerated() { group.addTask { (index, await place.standing(client, at: time)) } }
      return await group.reduce(into: [Int: EscrowStanding]()) { $0[$1.0] = $1.1 }
    }
    return EscrowNews(.status(finished.places.indices.compactMap { standings[$0] }, policies: finished.policies))
  }
}

extension FinishedSetUp.Place {
  /// Until when all of it is kept there: the document is of no use without the shares, and they are of none without it.
  private var end: Int64? { [expiration, truthExpiration].compactMap(\.self).min() }

  fileprivate func standing(_ client: ProviderClient, at time: Int64) async -> EscrowStanding {
    var standing = EscrowStanding(url: provider.text, name: name, trouble: nil, version: nil, paidUntil: nil, isCurrent: false)
    do throws(EscrowError) {
      standing.name = try await client.configuration(of: provider).shownName
      switch try await client.document(of: account.bytes, at: provider) {
      case .found(let document):
        let isCurrent = EscrowHash.of(document.sealed) == sealedHash.bytes
        // Where ours never arrived there may be one from before.
        guard version != nil || isCurrent else { break }
        (standing.version, standing.isCurrent) = (document.version, isCurrent)
        if standing.isCurrent { standing.paidUntil = end.map { Int($0) } }
      case .nothing, .noSuchVersion: if version != nil { standing.trouble = .lying }  // it was there
      case .refused(let refusal): standing.trouble = EscrowTrouble(refusal)
      }
      if standing.version == nil { standing.paidUntil = truthExpiration.map { Int($0) } }
      if let truthExpiration, truthExpiration <= time { standing.trouble = .expired }
    } catch { standing.trouble = EscrowTrouble(error) }
    return standing
  }
}
