import Model

extension SQLRecords {
  func copies() throws -> [AccountsCopy] {
    let ways = Dictionary(grouping: try all("SELECT * FROM copy_ways")) { (try? $0.text("head")) ?? "" }
    return try all("SELECT * FROM copies ORDER BY made_at DESC, head").map { row in
      let head = try row.text("head")
      let held = try (ways[head] ?? []).map { (KeyID(rawValue: try $0.text("way_id")), try $0.flag("opens")) }
      return AccountsCopy(
        head: head, madeAt: try row.date("made_at"), readAt: try row.date("read_at"),
        place: try row.optional("place", SQLRow.text), ways: Dictionary(held) { first, _ in first })
    }
  }

  func put(_ copy: AccountsCopy) throws {
    try forget([copy.head])
    try run(
      "INSERT INTO copies (head, made_at, read_at, place) VALUES ($1, $2, $3, $4)", .text(copy.head),
      .date(copy.madeAt), .date(copy.readAt), .optional(copy.place, SQLValue.text))
    for (way, opens) in copy.ways {
      try run(
        "INSERT INTO copy_ways (head, way_id, opens) VALUES ($1, $2, $3)", .text(copy.head), .text(way.rawValue),
        .flag(opens))
    }
    try forget(try copies().dropFirst(AccountsCopy.most).map(\.head))
  }

  func forgetCopies(at place: String) throws -> Int {
    let heads = try copies().filter { $0.place == place }.map(\.head)
    try forget(heads)
    return heads.count
  }

  private func forget(_ heads: [String]) throws {
    for head in heads {
      try run("DELETE FROM copy_ways WHERE head = $1", .text(head))
      try run("DELETE FROM copies WHERE head = $1", .text(head))
    }
  }
}
