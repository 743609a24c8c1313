extension StrictSettings {
  /// `true` if these are the settings of a site for many people.
  var areOfSite: Bool { get throws { try says("rp.id", "registration", "operator.mail") } }
  /// `true` if these are the settings of an escrow provider.
  var areOfProvider: Bool { get throws { try says("provider.name", "provider.url") } }

  private func says(_ keys: String...) throws -> Bool { try keys.contains { try text($0) != nil } }
}
