import Model

/// A queue in which network addresses take turns and, within one address, so do the names that are tried there. A
/// client with many entries does not make the others wait for all of them.
struct FairLine<Element> {
  /// The outcome for a new entry.
  enum Entrance {
    case admitted, refused
    /// There was room because the last entry of the address with the most entries was removed.
    case inPlaceOf(Element)
  }
  /// The entries waiting from one address.
  private struct Group {
    var names: [String] = [], waiting: [String: [Element]] = [:]
    var count: Int { waiting.reduce(0) { $0 + $1.value.count } }

    mutating func append(_ element: Element, for name: String) {
      if waiting[name] == nil { names.append(name) }
      waiting[name, default: []].append(element)
    }
    mutating func next() -> Element? {
      guard let name = names.first else { return nil }
      names.removeFirst()
      let element = waiting[name]?.removeFirst()
      if waiting[name]?.isEmpty == true { waiting[name] = nil } else { names.append(name) }
      return element
    }
    mutating func remove(of name: String, where isIt: (Element) -> Bool) {
      waiting[name]?.removeAll(where: isIt)
      guard waiting[name]?.isEmpty == true else { return }
      waiting[name] = nil
      names.removeAll { $0 == name }
    }
    mutating func removeLast() -> Element? {
      guard let name = names.last else { return nil }
      let element = waiting[name]?.removeLast()
      if waiting[name]?.isEmpty == true {
        waiting[name] = nil
        names.removeLast()
      }
      return element
    }
  }
  private let most: Int, mostFromOne: Int
  private var turns: [NetworkAddress?] = [], groups: [NetworkAddress?: Group] = [:]

  /// - Parameters:
  ///   - most: The maximum number of waiting entries.
  ///   - mostFromOne: The maximum number of waiting entries from one address.
  init(most: Int, mostFromOne: Int) { self.most = most; self.mostFromOne = mostFromOne }

  var count: Int { groups.reduce(0) { $0 + $1.value.count } }

  mutating func enter(_ element: Element, from address: NetworkAddress?, for name: String) -> Entrance {
    let own = groups[address]?.count ?? 0
    guard own < mostFromOne else { return .refused }
    var entrance = Entrance.admitted
    if count >= most {
      guard let (largest, group) = groups.max(by: { $0.value.count < $1.value.count }), group.count > own + 1,
        let last = groups[largest]?.removeLast()
      else { return .refused }
      entrance = .inPlaceOf(last)
    }
    if groups[address] == nil { turns.append(address) }
    groups[address, default: Group()].append(element, for: name)
    return entrance
  }

  /// Removes an entry that leaves before its turn. Does nothing if the entry has already been displaced.
  mutating func leave(from address: NetworkAddress?, for name: String, where isIt: (Element) -> Bool) {
    groups[address]?.remove(of: name, where: isIt)
    guard groups[address]?.names.isEmpty == true else { return }
    groups[address] = nil
    turns.removeAll { $0 == address }
  }

  /// Removes and returns the entry whose turn it is.
  mutating func next() -> Element? {
    guard let address = turns.first else { return nil }
    turns.removeFirst()
    let element = groups[address]?.next()
    if groups[address]?.names.isEmpty == true { groups[address] = nil } else { turns.append(address) }
    return element
  }
}
