/// What a misspelled word may have been meant to be.
public enum WordSuggestions {
  /// How many letters may be added, left out or changed.
  public static let farthest = 2
  /// So many words a person can choose from at a glance.
  public static let most = 4

  /// Words of the list near to this one, the nearest first, equally near ones in the list's order; none for a word that is in the list.
  public static func suggestions(for word: String) -> [String] {
    let word = TypedWord.normalised(word)
    guard EnglishWords.index(of: word) == nil else { return [] }
    let letters = Array(word.utf16)
    var near: [[String]] = Array(repeating: [], count: farthest + 1)
    for candidate in EnglishWords.all where abs(candidate.utf16.count - letters.count) <= farthest {
      let distance = distance(letters, Array(candidate.utf16))
      if distance <= farthest { near[distance].append(candidate) }
    }
    return Array(near.joined().prefix(most))
  }

  /// Levenshtein's distance.
  private static func distance(_ left: [UInt16], _ right: [UInt16]) -> Int {
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
