import Escrow
import FlowKit

extension EscrowDesk {
  /// C-40. Fetching needs no more than the account's name, and nobody is asked who somebody is.
  func status(_ origin: String) async throws -> EscrowNews {
    guard let finished = try notebook.read(FinishedSetUp.self, of: origin) else { return EscrowNews(.nothingLeft) }
    let client = client
    let standings = await withTaskGroup(of: (Int, EscrowStanding).self) { group in
      for (index, place) in finished.places.enumerated() { group.addTask { (index, await place.standing(client)) } }
      return await group.reduce(into: [Int: EscrowStanding]()) { $0[$1.0] = $1.1 }
    }
    return EscrowNews(.status(finished.places.indices.compactMap { standings[$0] }, policies: finished.policies))
  }
}

extension FinishedSetUp.Place {
  fileprivate func standing(_ client: ProviderClient) async -> EscrowStanding {
    var standing = EscrowStanding(url: provider.text, name: name, trouble: nil, version: nil, paidUntil: nil, isCurrent: false)
    do throws(EscrowError) {
      standing.name = try await client.configuration(of: provider).shownName
      switch try await client.document(of: account.bytes, at: provider) {
      case .found(let document):
        (standing.version, standing.isCurrent) = (document.version, EscrowHash.of(document.sealed) == sealedHash.bytes)
        if standing.isCurrent { standing.paidUntil = expiration.map { Int($0) } }
      case .nothing, .noSuchVersion: standing.trouble = .lying  // it was there
      case .refused(let refusal): standing.trouble = EscrowTrouble(refusal)
      }
    } catch { standing.trouble = EscrowTrouble(error) }
    return standing
  }
}
