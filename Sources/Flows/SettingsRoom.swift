/// A room of Settings: one page for one kind of way in, or for what happens with the account.
public enum SettingsRoom: String, CaseIterable, Sendable {
  case keys, recovery, card, password, devices, services, activity

  /// The room's address, to which flows that were begun there return.
  public var path: String { Self.folder + rawValue }
  private static let folder = "/settings/"

  /// Returns the room with this address, or `nil` if there is none.
  public init?(path: String) {
    guard path.hasPrefix(Self.folder) else { return nil }
    self.init(rawValue: String(path.dropFirst(Self.folder.count)))
  }
}
