/// Does the same to many things, a few of them at a time, and takes each result as it comes.
enum ManyAtOnce {
  static func run<Item: Sendable, Output: Sendable>(
    _ items: some Collection<Item>, width: Int = 8, _ work: @escaping @Sendable (Item) async -> Output,
    _ take: (Item, Output) async -> Void
  ) async {
    await withTaskGroup(of: (Item, Output).self) { group in
      var rest = items.makeIterator()
      for _ in 0..<width {
        guard let item = rest.next() else { break }
        group.addTask { (item, await work(item)) }
      }
      while let (item, output) = await group.next() {
        await take(item, output)
        guard let next = rest.next() else { continue }
        group.addTask { (next, await work(next)) }
      }
    }
  }
}
