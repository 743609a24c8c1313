import Foundation

/// The content of `Tests/Vectors/words.json`. The phrases and suggestions were computed by an independent
/// implementation.
struct Vectors: Decodable, Sendable {
  struct Phrase: Decodable, Sendable {
    let entropy: String
    let words: [String]
    var bytes: [UInt8] {
      let digits = Array(entropy)
      return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
  }
  struct Typed: Decodable, Sendable {
    let text: String
    let words: [String]
  }
  struct Suggestion: Decodable, Sendable {
    let word: String
    let expected: [String]
  }
  struct Completion: Decodable, Sendable {
    let prefix: String
    let limit: Int
    let expected: [String]
  }

  let phrases: [Phrase]
  let wrongChecksum: [[String]]
  let unknownWord: [[String]]
  let wrongCount: [[String]]
  let typed: [Typed]
  let suggestions: [Suggestion]
  let completions: [Completion]

  static func read() throws -> Vectors {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/words.json")
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
  }
}
