import EscrowProvider
import Foundation
import Model
import Store

extension StorePlace {
  /// Returns where a provider keeps its shares.
  static func ofProvider(_ read: StrictSettings) throws -> StorePlace {
    try StorePlace(read, file: ProviderCommandSettings.database)
  }

  /// Opens a provider's store, which makes a missing file.
  func openProvider() throws -> any ProviderStore {
    switch self {
    case .file(let path): try SQLiteProviderStore(path: path)
    case .server(let address): try PostgreSQLProviderStore(address)
    }
  }

  /// Opens a provider's store that is there, for a command beside the provider.
  /// - Throws: `ConfigurationProblem` if there is no file.
  func openExistingProvider() throws -> any ProviderStore {
    if case .file(let path) = self {
      try FileLook.expectReadable(
        path, "provider's database at ", advice: " Name the provider's folder with --data.", missing: "noDatabase")
      umask(0o077)
    }
    return try openProvider()
  }
}
