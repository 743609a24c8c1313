import AsyncHTTPClient
import Escrow

extension ProviderClient {
  /// The connections to escrow providers, one set for the whole program. They end with it.
  static let ofThisProgram = ProviderClient(http: makeHTTPClient())
}
