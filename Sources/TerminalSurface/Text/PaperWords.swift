import Model
import Sentences
import Vocabulary

/// A recovery code that was generated here, and what else belongs on its paper.
public struct PaperWords: Hashable, Sendable {
  public var words: [String]
  public var kit: Kit
  /// The name of the account that the words open.
  public var account: String

  var lines: [TextLine] {
    [TextLine("Recovery code:")] + words.enumerated().map { TextLine("Word \($0 + 1): \($1)") }
      + [
        TextLine(
          """
          Recovery kit no. \(kit.number), check \(kit.check.grouped). Write both beside the words: they show later that \
          this paper is the newest.
          """),
        TextLine("Account: \(account)"),
      ]
  }
}

/// Three places in a recovery code, whose words are read off the paper.
struct ThreePlaces: Hashable {
  /// The places, counted from 0, in order.
  var places: [Int]

  static func drawn(of count: Int) -> Self { Self(places: (0..<count).shuffled().prefix(3).sorted()) }

  /// The places as the paper numbers them.
  var numbers: Sentence { places.map { Sentence(verbatim: "\($0 + 1)") }.listed }

  /// Says which words are not those that were shown.
  static func differ(_ numbers: [Int]) -> Sentence {
    let listed = numbers.map { Sentence(verbatim: "\($0)") }.listed
    return numbers.count == 1
      ? "Word \(listed) is not the one that was shown. Look at your paper, and type all three once more."
      : "Words \(listed) are not those that were shown. Look at your paper, and type all three once more."
  }

  /// Returns the numbers of the words that are not those that were shown.
  func wrong(_ typed: [Substring], of words: [String]) -> [Int] {
    zip(places, typed).filter { words.indices.contains($0) && words[$0] != $1 }.map { $0.0 + 1 }
  }
}

extension Screen<String> {
  /// `true` if the words of a recovery code are shown here, or three of them are asked for.
  var showsWords: Bool { blocks.contains { if case .words = $0 { true } else { false } } }
  var asksForWords: Bool { blocks.contains { if case .threeWords = $0 { true } else { false } } }
}
