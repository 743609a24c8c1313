import Access
import Sentences

/// The acts by which somebody gets into some holdings, numbered in the order in which the needs mention them.
struct NumberedActs {
  let holdings: Holdings
  private(set) var acts: [Act] = []
  private var numbers: [Act.Key: Int] = [:]

  init(_ holdings: Holdings) { self.holdings = holdings }

  /// Returns the need for an act. It gets the next number if it was not mentioned before.
  ///
  /// - Parameter place: Where the thing lies; `nil` if it is no object, or if nobody said where it lies.
  mutating func act(_ kind: Act.Kind, _ id: String, _ name: Sentence = "", at place: String? = nil) -> Need {
    let act = Act(kind: kind, id: id, name: name, place: place.flatMap(holdings.outermost(of:)))
    if let number = numbers[act.key] { return .thing(number) }
    acts.append(act)
    numbers[act.key] = acts.count - 1
    return .thing(acts.count - 1)
  }

  /// The acts, in which things with the same name got a number: two keys of one name are two keys.
  var toldApart: [Act] {
    var seen: [String: Int] = [:]
    return acts.map { act in
      guard act.kind.isNamed else { return act }
      let count = seen[act.name.english, default: 0] + 1
      seen[act.name.english] = count
      var told = act
      if count > 1 { told.name = ThingName(act.name).numbered(count).inSentence }
      return told
    }
  }
}

extension Act {
  fileprivate struct Key: Hashable { var kind: Kind, id: String }
  fileprivate var key: Key { Key(kind: kind, id: id) }
}

extension Holdings {
  /// Returns a place and those around it, from the inside out, or `nil` if one of them lies in itself.
  func around(_ place: String) -> [String]? {
    var all = [place]
    while let outer = all.last.flatMap({ places[$0]?.at }) {
      guard !all.contains(outer) else { return nil }
      all.append(outer)
    }
    return all
  }
  func outermost(of place: String) -> String? { around(place)?.last }
}
