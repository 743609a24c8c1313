import Testing
import Words

@Suite struct RecoveryPhraseTests {
  let vectors: Vectors

  init() throws { vectors = try Vectors.read() }

  func code(_ words: [String]) -> WordsError.Code? {
    do {
      _ = try RecoveryPhrase(words: words)
      return nil
    } catch { return error.code }
  }

  @Test("sixteen zero bytes yield the published phrase") func zeros() throws {
    let words = Array(repeating: "abandon", count: 11) + ["about"]
    #expect(try RecoveryPhrase(entropy: Array(repeating: 0, count: 16)).words == words)
    #expect(try RecoveryPhrase(words: words).entropy == Array(repeating: 0, count: 16))
  }

  @Test("entropy yields the same words as another implementation, and the words yield it back")
  func bothWays() throws {
    #expect(vectors.phrases.count >= 12)
    for phrase in vectors.phrases {
      #expect(try RecoveryPhrase(entropy: phrase.bytes).words == phrase.words)
      #expect(try RecoveryPhrase(words: phrase.words).entropy == phrase.bytes)
    }
  }

  @Test("entropy of any other length is rejected") func lengths() {
    for count in Array(0...40) where ![16, 20, 24, 28, 32].contains(count) {
      #expect { try RecoveryPhrase(entropy: Array(repeating: 7, count: count)) } throws: {
        ($0 as? WordsError)?.code == .wrongLength
      }
    }
  }

  @Test("case, whitespace, full-width letters and ligatures do not matter") func typed() throws {
    for typed in vectors.typed { #expect(try RecoveryPhrase(text: typed.text).words == typed.words) }
  }

  @Test("listed words with a wrong checksum are rejected as a whole [G-08]") func checksum() {
    #expect(vectors.wrongChecksum.count >= 10)
    for words in vectors.wrongChecksum {
      #expect(words.allSatisfy { EnglishWords.index(of: $0) != nil })
      #expect(code(words) == .wrongChecksum)
    }
  }

  @Test("an unknown word and a wrong number of words are rejected") func refused() {
    for words in vectors.unknownWord { #expect(code(words) == .unknownWord) }
    for words in vectors.wrongCount { #expect(code(words) == .wrongCount) }
  }

  @Test("the error for a wrong phrase is the same whichever word was wrong, and names none [A-78]")
  func namesNoWord() throws {
    var said: Set<String> = []
    for words in vectors.wrongChecksum {
      do { _ = try RecoveryPhrase(words: words) } catch { said.insert(error.description) }
    }
    #expect(said.count == 1 && said.first?.hasPrefix("the words do not belong together") == true)
    let good = try #require(vectors.phrases.first).words
    var unknown: Set<String> = []
    for place in good.indices {
      var words = good
      words[place] = "cristal"
      do { _ = try RecoveryPhrase(words: words) } catch { unknown.insert(error.description) }
    }
    #expect(unknown.count == 1 && unknown.allSatisfy { !$0.contains("cristal") })
  }

  @Test("a phrase prints as a dot") func printsNothing() throws {
    let phrase = try RecoveryPhrase(entropy: Array(repeating: 0, count: 16))
    var dumped = ""
    dump(phrase, to: &dumped)
    #expect("\(phrase)" == "•" && String(reflecting: phrase) == "•" && String(describing: [phrase]) == "[•]")
    #expect(!dumped.contains("0 elements") && !dumped.contains("entropy") && !dumped.contains("abandon"))
  }
}
