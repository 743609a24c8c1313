/// Which pages these hands serve, and where.
struct HandsSettings {
  static let ordinaryPort = 8421

  var port: Int
  var origins: [String]
  var data: String

  init(_ read: StrictSettings, origins: [String]) throws {
    port = try Self.port(read) ?? Self.ordinaryPort
    data = try Settings.data(read)
    self.origins = origins
    for origin in origins where !Settings.isOrigin(origin) {
      throw ConfigurationProblem("“\(origin)” is no page's origin: it is https and a host in lower case, like https://example.org.")
    }
  }

  static func port(_ read: StrictSettings) throws -> Int? { try read.number("hands.port", in: 1...65535) }
  static func address(port: Int) -> String { "http://127.0.0.1:\(port)" }
}
