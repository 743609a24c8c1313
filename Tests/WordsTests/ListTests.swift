import Crypto
import Testing
import Words

@Suite struct ListTests {
  let vectors: Vectors

  init() throws { vectors = try Vectors.read() }

  /// The Levenshtein distance computed from its definition: slow, and independent of the implementation under test.
  func distance(_ left: Substring, _ right: Substring) -> Int {
    guard let a = left.first else { return right.count }
    guard let b = right.first else { return left.count }
    if a == b { return distance(left.dropFirst(), right.dropFirst()) }
    return 1
      + min(
        distance(left.dropFirst(), right), distance(left, right.dropFirst()),
        distance(left.dropFirst(), right.dropFirst()))
  }

  @Test("the list equals the published one, byte for byte") func list() {
    let bytes = Array((EnglishWords.all.joined(separator: "\n") + "\n").utf8)
    let digest = SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(EnglishWords.all.count == 2048 && EnglishWords.all == EnglishWords.all.sorted())
    #expect(digest == "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda")
    for (place, word) in EnglishWords.all.enumerated() { #expect(EnglishWords.index(of: word) == place) }
    for other in ["", "a", "zzz", "Abandon", "abandon ", "crystal2"] { #expect(EnglishWords.index(of: other) == nil) }
  }

  @Test("G-07: the sample words \"wander\" and \"amber\" are not in the list") func sampleWords() {
    #expect(EnglishWords.index(of: "wander") == nil && EnglishWords.index(of: "amber") == nil)
    #expect(
      EnglishWords.completions(of: "wander", limit: 4).isEmpty
        && EnglishWords.completions(of: "amber", limit: 4).isEmpty)
  }

  @Test("A-99: only words within distance 2 of each typed word are suggested") func suggestions() {
    for row in vectors.suggestions {
      let suggested = WordSuggestions.suggestions(for: row.word)
      #expect(suggested == row.expected, "\(row.word)")
      for word in suggested {
        #expect(EnglishWords.index(of: word) != nil && distance(row.word.lowercased()[...], word[...]) <= 2, "\(word)")
      }
    }
  }

  @Test("a misspelled word suggests the intended one first [A-98]", arguments: ["cristal", "crystl", "CRISTAL "])
  func meant(word: String) {
    #expect(WordSuggestions.suggestions(for: word).first == "crystal")
  }

  @Test("a word with a wrong, missing or extra letter is suggested, unless four are as close") func everyWord() {
    for (place, word) in EnglishWords.all.enumerated() where place.isMultiple(of: 128) {
      for wrong in [word + "q", String(word.dropLast()) + "q", "q" + word.dropFirst(), String(word.dropLast())] {
        let suggested = WordSuggestions.suggestions(for: wrong)
        guard EnglishWords.index(of: wrong) == nil else { #expect(suggested.isEmpty); continue }
        #expect(suggested.contains(word) || suggested.count == WordSuggestions.most, "\(wrong)")
      }
    }
  }

  @Test("a prefix is completed with the first words of the list that begin with it [A-71]") func completions() {
    for row in vectors.completions {
      #expect(EnglishWords.completions(of: row.prefix, limit: row.limit) == row.expected, "\(row.prefix)")
    }
  }
}
