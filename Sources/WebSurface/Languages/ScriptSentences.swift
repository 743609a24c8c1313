/// The sentences in a page's script: the literals passed to `say` and `saying` of `Public/sentences.js`.
enum ScriptSentences {
  /// Returns all sentences in a script. `scripts/sentences` finds the same ones.
  static func all(of script: String) -> [String] {
    script.matches(of: /\bsay(?:ing)?\(\s*("(?:[^"\\]|\\.)*"(?:\s*\+\s*"(?:[^"\\]|\\.)*")*)/).map { call in
      call.1.matches(of: /"((?:[^"\\]|\\.)*)"/).map { $0.1.replacing(/\\(.)/) { String($0.1) } }.joined()
    }
  }
}
