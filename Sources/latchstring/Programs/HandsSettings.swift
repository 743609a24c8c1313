import Escrow
import HandsTools
import Model

/// The pages that these hands serve, and the port and folder that they use.
struct HandsSettings {
  static let ordinaryPort = 8421

  var port: Int
  var origins: [String]
  /// The providers that account recovery offers initially, by their base URLs.
  var providers: [String]
  var data: String

  init(_ read: StrictSettings, origins: [String]) throws {
    port = try Self.port(read) ?? Self.ordinaryPort
    data = try Settings.data(read)
    providers = try Self.providers(read)
    self.origins = origins
    for origin in origins where !Settings.isOrigin(origin) {
      throw ConfigurationProblem(
        "“\(origin)” is no page's origin: it is https and a host in lower case, like https://example.org.")
    }
  }

  /// - Throws: `ConfigurationProblem` for any text that is not a valid provider address.
  static func providers(_ read: StrictSettings) throws -> [String] {
    try (read.list("recovery.providers") ?? []).map { text in
      guard let address = ProviderAddress(text) else {
        throw ConfigurationProblem(
          "recovery.providers has “\(text)”; a provider's address is like https://provider.example/")
      }
      return address.text
    }
  }
  static func port(_ read: StrictSettings) throws -> Int? { try read.number("hands.port", in: 1...65535) }
  static func address(port: Int) -> String { "http://127.0.0.1:\(port)" }
}

/// The folder in which these hands keep pairings, known pages and the practice card. It is inside the data folder and
/// accessible only to its owner.
struct HandsFolder {
  let path: String

  init(in data: String) throws {
    path = Self.path(in: data)
    do { try OwnerFolder.make(path) } catch {
      throw ConfigurationProblem("data is \(data), and no folder for the card reader can be made in it.")
    }
  }

  static func path(in data: String) -> String { data + "/hands" }

  var pairings: String { path + "/pairings.json" }
  var pages: String { path + "/pages.json" }
  var rehearsalCard: String { path + "/rehearsal-card.json" }
  /// The file that leads a browser to the page of `home`.
  func opening(at port: Int) -> String { path + "/open-\(port).html" }
  /// The file that records what a terminal's vault has seen of each account.
  var seen: String { path + "/seen.json" }
}
