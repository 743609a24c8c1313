/// What a misspelled word may have been meant to be.
public enum WordSuggestions {
  /// How many letters may be added, left out or changed.
  public static let farthest = 2
  /// So many words a person can choose from at a glance.
  public static let most = 4

  /// Words of the list near to this one, the nearest first, equally near ones in the list's order; none for a word that is in the list.
  /// How near decides Levenshtein's distance; which is nearer, the same where two neighbours that changed places count as one.
  public static func suggestions(for word: String) -> [String] {
    let word = TypedWord.normalised(word)
    guard EnglishWords.index(of: word) == nil else { return [] }
    let letters = Array(word.utf16)
    var near: [[String]] = Array(repeating: [], count: farthest + 1)
    for candidate in EnglishWords.all where abs(candidate.utf16.count - letters.count) <= farthest {
      let other = Array(candidate.utf16)
      guard Nearness.distance(letters, other, swaps: false) <= farthest else { continue }
      near[Nearness.distance(letters, other, swaps: true)].append(candidate)
    }
    return Array(near.joined().prefix(most))
  }
}
