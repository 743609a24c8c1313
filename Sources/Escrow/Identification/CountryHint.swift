/// Suggests the country to offer first, from what a browser or a terminal reveals anyway (C-24). The person is never
/// asked for their location.
public enum CountryHint {
  /// Suggests a country from a browser's `Accept-Language`, such as `de-CH,de;q=0.9,en;q=0.8`. Returns `nil` if the
  /// header suggests no country in our list.
  public static func country(acceptLanguage: String) -> Country? {
    let tags = acceptLanguage.prefix(1000).split(separator: ",").prefix(50).enumerated().compactMap {
      place, entry -> (tag: Tag, weight: Double, place: Int)? in
      let fields = entry.split(separator: ";").map { $0.trimming(" \t") }
      guard let name = fields.first, let tag = Tag(name) else { return nil }
      let quality = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      guard quality > 0, quality <= 1 else { return nil }
      return (tag, quality, place)
    }
    return country(of: tags.sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }.map(\.tag))
  }

  /// Suggests a country from a terminal's environment.
  ///
  /// - Parameters:
  ///   - locale: The value of `LC_ALL`, or else of `LANG`, such as `de_CH.UTF-8`.
  ///   - timeZone: The value of `TZ`, such as `Europe/Zurich`. A zone's name suggests a country, but does not prove a
  ///     location.
  public static func country(locale: String?, timeZone: String?) -> Country? {
    let name = (locale ?? "").prefix(100).prefix { $0 != "." && $0 != "@" }
    let tags = Tag(name.replacing("_", with: "-")).map { [$0] } ?? []
    let zone = timeZone.flatMap(country(timeZone:))
    // A default locale is weaker evidence than a time zone that somebody set deliberately.
    return country(of: tags.filter { !$0.isDefault && $0.region != nil }) ?? zone ?? country(of: tags)
  }

  /// A language and, if given, a region.
  private struct Tag: Equatable {
    var language: String
    var region: String?

    init?(_ text: some StringProtocol) {
      let parts = text.split(separator: "-").map { $0.lowercased() }
      guard let first = parts.first, (2...3).contains(first.utf8.count),
        first.utf8.allSatisfy({ (97...122).contains($0) })
      else { return nil }
      language = first
      region = parts.dropFirst().first { $0.utf8.count == 2 && $0.utf8.allSatisfy { (97...122).contains($0) } }
    }
    /// `true` for `en-US`, the usual default of browsers and systems worldwide.
    var isDefault: Bool { language == "en" && region == "us" }
  }

  /// Chooses a country. A region is stronger evidence than a language, and the default is weaker than either.
  private static func country(of tags: [Tag]) -> Country? {
    let chosen = tags.filter { !$0.isDefault }
    // `de` after `de-AT` does not suggest Germany.
    let bare = chosen.filter { tag in
      tag.region == nil && !chosen.contains { $0.language == tag.language && $0.region != nil }
    }
    return chosen.lazy.compactMap { $0.region.flatMap { region in Country.of(code: region) } }.first
      ?? bare.lazy.compactMap { languages[$0.language].flatMap { code in Country.of(code: code) } }.first
      ?? (tags.contains { $0.isDefault } ? Country.of(code: "us") : nil)
  }

  /// For each language, the country in our list where most of its speakers live.
  private static let languages = [
    "sq": "al", "cs": "cz", "da": "dk", "de": "de", "es": "es", "fr": "fr", "hi": "in", "it": "it", "ja": "jp",
    "nl": "nl", "rm": "ch", "gsw": "ch",
    "sk": "sk",
  ]

  private static func country(timeZone: String) -> Country? {
    let path = timeZone.prefix(200).drop { $0 == ":" }
    let name = path.split(separator: "/").suffix(2).joined(separator: "/")
    return zones[name].flatMap { Country.of(code: $0) }
  }
  /// Time zones, by their names in the IANA time zone database.
  private static let zones = [
    "Europe/Tirane": "al", "Europe/Brussels": "be", "Europe/Zurich": "ch", "Europe/Prague": "cz", "Europe/Berlin": "de",
    "Europe/Busingen": "de",
    "Europe/Copenhagen": "dk", "Europe/Madrid": "es", "Atlantic/Canary": "es", "Africa/Ceuta": "es",
    "Europe/Paris": "fr", "Asia/Kolkata": "in",
    "Asia/Calcutta": "in", "Europe/Rome": "it", "Asia/Tokyo": "jp", "Europe/Amsterdam": "nl", "Europe/Bratislava": "sk",
    "America/New_York": "us",
    "America/Chicago": "us", "America/Denver": "us", "America/Phoenix": "us", "America/Los_Angeles": "us",
    "America/Anchorage": "us",
    "America/Detroit": "us", "America/Boise": "us", "Pacific/Honolulu": "us", "US/Eastern": "us", "US/Central": "us",
    "US/Mountain": "us",
    "US/Pacific": "us",
  ]
}

extension StringProtocol {
  /// Returns the text without these characters at either end.
  fileprivate func trimming(_ characters: String) -> SubSequence {
    var rest = self[...]
    while let first = rest.first, characters.contains(first) { rest.removeFirst() }
    while let last = rest.last, characters.contains(last) { rest.removeLast() }
    return rest
  }
}
