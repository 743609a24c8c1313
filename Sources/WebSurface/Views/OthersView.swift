import Sentences
import WaysBack

/// Who else could get in, by how many finds, accounts and providers it takes (WAYS-BACK §6).
struct OthersView {
  let holdings: Holdings

  /// The number of ways that are not folded away.
  private static let shown = 5

  /// `Public/other-side-list.js` draws the same.
  var values: [String: Any] {
    let ways = OtherSide(holdings)?.ways, rows = ways.map { $0.map(\.values) } ?? [Self.tooMany]
    let more = Array(rows.dropFirst(Self.shown))
    return [
      "somebodies": Array(rows.prefix(Self.shown)), "moreSomebodies": more, "hasMoreSomebodies": !more.isEmpty,
      "hasSomebodies": ways?.isEmpty == false, "onlooker": holdings.onlooker.said,
    ]
  }

  private static var tooMany: [String: Any] { ["somebody": say("There are more ways than we can judge at once.")] }
}

extension OtherSide.Way {
  fileprivate var values: [String: Any] {
    ["many": isAtLeast ? "\(somebodies)+" : "\(somebodies)", "somebody": sentence.said]
  }
}
