import ArgumentParser
import EscrowProvider
import Foundation
import Model
import Store

/// The flags of all commands about a database.
struct DatabaseFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags

  /// - Throws: `ConfigurationProblem` if the settings name no database, or do not say whose it is.
  func database() async throws -> NamedDatabase { try NamedDatabase(try await settings()) }

  func settings() async throws -> StrictSettings {
    try await place.orInstalled(environment: ProcessInfo.processInfo.environment).settings()
  }
}

/// The PostgreSQL database that settings name, and what is kept in it.
struct NamedDatabase {
  enum Owner { case site, provider }
  let address: PostgreSQLAddress
  let owner: Owner

  init(_ read: StrictSettings) throws {
    guard case .server(let address) = try StorePlace(read) else {
      throw ConfigurationProblem(
        "database.url is missing: where the database is. Without it, everything is kept in a file.",
        code: "noDatabase")
    }
    let isProvider = try read.areOfProvider
    guard try !isProvider || !read.areOfSite else {
      throw ConfigurationProblem(
        """
        These settings are a site's and a provider's, and each has a database of its own. Name a file with the \
        settings of one of them: --config FILE
        """)
    }
    self.address = address
    owner = isProvider ? .provider : .site
  }

  /// Makes the tables, or brings them up to date.
  /// - Returns: How many steps there were to do.
  func migrate() throws -> Int {
    switch owner {
    case .site: try PostgreSQLStore.migrate(address)
    case .provider: try PostgreSQLProviderStore.migrate(address)
    }
  }

  /// Moves everything from a file into the database.
  func copy(file path: String) throws -> [TableContents] {
    switch owner {
    case .site: try StoreCopy.copy(file: path, into: address)
    case .provider: try ProviderCopy.copy(file: path, into: address)
    }
  }

  /// Moves everything from the database into a new file.
  func copy(intoFile path: String) throws -> [TableContents] {
    switch owner {
    case .site: try StoreCopy.copy(address, intoFile: path)
    case .provider: try ProviderCopy.copy(address, intoFile: path)
    }
  }
}
