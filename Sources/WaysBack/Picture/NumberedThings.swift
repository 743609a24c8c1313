import Access
import Sentences

/// The things of some holdings, numbered in the order in which the needs mention them.
struct NumberedThings {
  let holdings: Holdings
  private(set) var things: [Thing] = []
  private(set) var unplaced = Things.none
  private(set) var unsaidPINs = Things.none
  private var numbers: [String: Int] = [:]

  init(_ holdings: Holdings) { self.holdings = holdings }

  /// Returns the number of a thing. It gets the next number if it was not mentioned before.
  mutating func insert(_ kind: Thing.Kind, _ id: String, _ name: ThingName) -> Int {
    let key = "\(kind.rawValue) \(id)"
    if let number = numbers[key] { return number }
    things.append(Thing(id: id, kind: kind, name: name.alone, nameInSentence: name.inSentence))
    numbers[key] = things.count - 1
    return things.count - 1
  }

  /// Returns the need for a thing and for the place where it lies.
  ///
  /// - Parameters:
  ///   - place: The id of a place; `nil` if nobody said where it lies.
  ///   - inside: Places that lie in the thing. A place that lies in itself is treated as unknown.
  mutating func thing(
    _ kind: Thing.Kind, _ id: String, _ name: ThingName, at place: String?, inside: Set<String> = []
  ) -> Need {
    let own = insert(kind, id, name)
    guard let place, !inside.contains(place) else {
      unplaced = unplaced.with(own)
      return .thing(own)
    }
    return .all([.thing(own), self.place(place, inside: inside)])
  }

  /// Returns the need for a place or a device, and for the place in which it lies.
  mutating func place(_ id: String, inside: Set<String> = []) -> Need {
    let name = ThingName(holdings.nameOfPlace(id)), outer = holdings.places[id]?.at, within = inside.union([id])
    if holdings.isDevice(id) { return thing(.device, id, name, at: outer, inside: within) }
    let own = Need.thing(insert(.place, id, name))
    guard let outer, !within.contains(outer) else { return own }
    return .all([own, place(outer, inside: within)])
  }

  /// - Parameters:
  ///   - pin: `nil` if nobody said which PIN it takes.
  ///   - owner: The id of the key or card.
  ///   - name: What the PIN is called if nobody said which it is.
  mutating func pin(_ pin: Holdings.PIN?, of owner: String, _ name: ThingName) -> Need {
    if let pin { return .thing(insert(.pin, pin.id, ThingName(pin.name))) }
    let own = insert(.pin, "of \(owner)", name)
    unsaidPINs = unsaidPINs.with(own)
    return .thing(own)
  }

  /// The things, in which those with the same name got a number: two keys of one name are two things.
  var toldApart: [Thing] {
    var seen: [String: Int] = [:]
    return things.map { thing in
      let count = seen[thing.name.english, default: 0] + 1
      seen[thing.name.english] = count
      guard count > 1 else { return thing }
      let name = ThingName(alone: thing.name, inSentence: thing.nameInSentence).numbered(count)
      return Thing(id: thing.id, kind: thing.kind, name: name.alone, nameInSentence: name.inSentence)
    }
  }
}
