import Browser
import Foundation
import TestSite
import Testing

/// `words.js` checked against the same vectors as the Swift module `Words`.
@Suite struct WordsTests {
  /// Runs statements on a page of the site with the module as `words` and all vectors as `vectors`.
  func withWords(_ statements: String, _ check: (JSON) throws -> Void) async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/words.json")
    let vectors = try String(contentsOf: file, encoding: .utf8)
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/lab")
        let found = try await page.run(
          """
          const words = await \(ours("words.js")), vectors = JSON.parse(arguments[0]);
          await words.load();
          \(statements)
          """, .string(vectors))
        try check(found)
        try await page.expectQuietConsole()
      }
    }
  }

  @Test("the browser converts entropy into the same words as the server, and back") func bothWays() async throws {
    try await withWords(
      """
      const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
      const wrong = [];
      for (const { entropy, words: phrase } of vectors.phrases) {
        if ((await words.entropyToWords(bytes(entropy))).join(' ') !== phrase.join(' ')) wrong.push(entropy);
        if (hex(await words.wordsToEntropy(phrase)) !== entropy) wrong.push(phrase.join(' '));
      }
      for (const { text, words: phrase } of vectors.typed)
        if (hex(await words.wordsToEntropy(words.spread(text))) !== hex(await words.wordsToEntropy(phrase)))
          wrong.push(text);
      return { wrong, count: vectors.phrases.length };
      """
    ) { found in
      #expect(found["wrong"] == [])
      #expect(found["count"].int ?? 0 >= 12)
    }
  }

  @Test("an invalid phrase is reported only as invalid [A-78]") func refused() async throws {
    try await withWords(
      """
      const wrong = [], said = new Set();
      for (const code of ['wrongChecksum', 'unknownWord', 'wrongCount'])
        for (const phrase of vectors[code]) {
          const problem = await words.wordsToEntropy(phrase).then(() => null, (problem) => problem);
          if (problem?.code !== code || !(problem instanceof Error)) wrong.push([code, phrase, problem?.code]);
          said.add(String(problem) + Object.keys(problem));
        }
      return { wrong, said: [...said] };
      """
    ) { found in
      #expect(found["wrong"] == [])
      #expect(found["said"].array?.count == 3, "one sentence for each kind of failure")
    }
  }

  @Test("A-99: in the browser, suggestions for a word are limited to distance 2") func suggestions() async throws {
    try await withWords(
      """
      return vectors.suggestions.map(({ word, expected }) =>
        [word, words.suggestions(word).join(' '), expected.join(' ')])
        .filter(([, suggested, expected]) => suggested !== expected);
      """
    ) { #expect($0 == []) }
  }

  @Test("prefixes are completed, listed words recognized, and sample words not listed [A-71, G-07]")
  func members() async throws {
    try await withWords(
      """
      const wrong = vectors.completions.filter(({ prefix, limit, expected }) => words.completions(prefix, limit)
        .join(' ') !== expected.join(' '));
      return { wrong, in: ['zoo', ' Zoo\\n', 'ZOO'].map(words.isWord),
        out: ['', 'wander', 'amber', 'zo', 'constructor'].map(words.isWord) };
      """
    ) { found in
      #expect(found["wrong"] == [])
      #expect(found["in"] == [true, true, true] && found["out"] == [false, false, false, false, false])
    }
  }

  @Test("a pasted phrase is split at white space, commas and numbers [G-43]") func spread() async throws {
    try await withWords(
      """
      return [...vectors.pasted, ...vectors.typed]
        .map(({ text, words: expected }) => [text, words.spread(text).join(' '), expected.join(' ')])
        .filter(([, found, expected]) => found !== expected);
      """
    ) { #expect($0 == []) }
  }

  @Test("the list is fetched once, is cacheable for a day, and sends no other request [G-28]")
  func fetchedOnce() async throws {
    try await withWords(
      """
      const before = performance.getEntriesByType('resource').map((entry) => entry.name.slice(location.origin.length));
      const after = [], send = fetch;
      window.fetch = (...request) => { after.push(String(request[0])); return send(...request); };
      await Promise.all([words.load(), words.load()]);
      words.suggestions('cristal'); words.completions('cr', 4); words.isWord('crystal'); words.spread('cristal zoo');
      await words.wordsToEntropy(vectors.phrases[0].words);
      window.fetch = send;
      const answer = await fetch('/words/english.txt');
      return {
        before, after, cache: answer.headers.get('cache-control'), type: answer.headers.get('content-type'),
        lines: (await answer.text()).split('\\n').length,
      };
      """
    ) { found in
      #expect(found["before"].array?.filter { $0 == "/words/english.txt" }.count == 1)
      #expect(found["after"] == [])
      #expect(found["cache"] == "public, max-age=86400" && found["type"] == "text/plain; charset=utf-8")
      #expect(found["lines"] == 2049)
    }
  }
}
