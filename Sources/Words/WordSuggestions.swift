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
      guard distance(letters, other, swaps: false) <= farthest else { continue }
      near[distance(letters, other, swaps: true)].append(candidate)
    }
    return Array(near.joined().prefix(most))
  }

  /// Levenshtein's distance; with swaps it is "optimal string alignment", in which no part is changed twice.
  private static func distance(_ left: [UInt16], _ right: [UInt16], swaps: Bool) -> Int {
    var before: [Int] = [], row = Array(0...right.count)
    for i in left.indices {
      var next = [i + 1]
      for j in right.indices {
        var least = min(row[j] + (left[i] == right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if swaps, i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { least = min(least, before[j - 1] + 1) }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
