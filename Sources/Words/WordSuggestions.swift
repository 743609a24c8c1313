/// Suggestions for a misspelled word.
public enum WordSuggestions {
  /// The maximum number of letters that may be added, omitted or changed.
  public static let farthest = 2
  /// The maximum number of suggestions, from which a person can choose at a glance.
  public static let most = 4

  /// Returns the words of the list that are close to this one, the closest first and equally close ones in the list's
  /// order. Returns no words for a word that is in the list. The Levenshtein distance decides which words are close.
  /// For the order, two swapped neighbours count as one change.
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

/// Finds the name that was probably meant by a misspelled word.
public enum Nearness {
  /// Returns the name that was probably meant, or `nil` if no name is close. Case is ignored.
  ///
  /// A third of the letters may differ, or two letters of a short word. Otherwise, the word may be the beginning or the
  /// end of the name.
  public static func nearest(to word: String, among names: [String]) -> String? {
    let typed = word.lowercased(), letters = Array(typed.utf16),
      farthest = letters.count < 4 ? 1 : max(2, letters.count / 3)
    let near = names.map { (name: $0, steps: distance(letters, Array($0.lowercased().utf16), swaps: true)) }.filter {
      $0.steps <= farthest
    }
    if let nearest = near.min(by: { $0.steps < $1.steps }) { return nearest.name }
    guard letters.count > 1 else { return nil }
    return names.first { $0.lowercased().hasPrefix(typed) } ?? names.first { $0.lowercased().hasSuffix(typed) }
  }

  /// Returns the Levenshtein distance. With swaps, it is the "optimal string alignment" distance, in which no part is
  /// changed twice.
  static func distance(_ left: [UInt16], _ right: [UInt16], swaps: Bool) -> Int {
    var before: [Int] = [], row = Array(0...right.count)
    for i in left.indices {
      var next = [i + 1]
      for j in right.indices {
        var least = min(row[j] + (left[i] == right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if swaps, i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
