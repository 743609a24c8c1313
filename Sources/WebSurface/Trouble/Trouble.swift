/// The page that asks a person who can't get in what they still have, with what they said that they do not have. It is
/// kept in the page's address, so that the page needs no session and no script.
struct Trouble: Hashable {
  var without: Set<Possession>

  static let path = "/trouble"
  /// The page for a person who has none of it.
  static let nothingPath = path + "/nothing"
  private static let lacking = path + "?without="

  init(without: Set<Possession> = []) { self.without = without }
  /// - Parameter list: Names of possessions, separated by commas. Unknown names are ignored.
  init(without list: some StringProtocol) {
    self.init(without: Set(list.split(separator: ",").compactMap { Possession(rawValue: String($0)) }))
  }
  /// Reads a page's address. Returns `nil` if the address is not exactly the one that `path` returns.
  init?(path: String) {
    self.init(without: path.hasPrefix(Self.lacking) ? path.dropFirst(Self.lacking.count) : "")
    guard path == self.path else { return nil }
  }

  var path: String {
    let names = Possession.allCases.filter(without.contains).map(\.rawValue)
    return names.isEmpty ? Self.path : Self.lacking + names.joined(separator: ",")
  }
  /// Returns the page after the person has given up on this, too.
  func lacking(_ possession: Possession) -> Trouble { Trouble(without: without.union([possession])) }
  /// Returns the page before the person gave up on this.
  func having(_ possession: Possession) -> Trouble { Trouble(without: without.subtracting([possession])) }
}
