/// Does the same to many things, a few of them at a time, and takes each result as it comes.
enum ManyAtOnce {
  static let width = 8

  static func run<Item: Sendable, Output: Sendable>(
    _ items: some Collection<Item>, width: Int = width, _ work: @escaping @Sendable (Item) async -> Output,
    _ take: (Item, Output) async -> Void
  ) async {
    await run(
      items, width: width, work,
      whether: { item, output in
        await take(item, output)
        return true
      })
  }

  /// - Parameter take: Says whether to go on. What was begun is done all the same.
  static func run<Item: Sendable, Output: Sendable>(
    _ items: some Collection<Item>, width: Int = width, _ work: @escaping @Sendable (Item) async -> Output,
    whether take: (Item, Output) async -> Bool
  ) async {
    await withTaskGroup(of: (Item, Output).self) { group in
      var rest = items.makeIterator(), goesOn = true
      for _ in 0..<width {
        guard let item = rest.next() else { break }
        group.addTask { (item, await work(item)) }
      }
      while let (item, output) = await group.next() {
        goesOn = await take(item, output) && goesOn
        guard goesOn, let next = rest.next() else { continue }
        group.addTask { (next, await work(next)) }
      }
    }
  }
}
