import Model

extension SQLRecords {
  func copies() throws -> [AccountsCopy] {
    let ways = Dictionary(grouping: try all("SELECT * FROM copy_ways")) { try? Self.key($0) }
    return try all("SELECT * FROM copies ORDER BY made_at DESC, head, place").map { row in
      let key = try Self.key(row)
      let held = try (ways[key] ?? []).map { (KeyID(rawValue: try $0.text("way_id")), try $0.flag("opens")) }
      return AccountsCopy(
        head: key.head, madeAt: try row.date("made_at"), readAt: try row.date("read_at"),
        place: key.place.isEmpty ? nil : key.place, ways: Dictionary(held) { first, _ in first })
    }
  }

  func put(_ copy: AccountsCopy) throws {
    try forget(copy)
    let key = CopyKey(copy)
    try run(
      "INSERT INTO copies (head, place, made_at, read_at) VALUES ($1, $2, $3, $4)", .text(key.head), .text(key.place),
      .date(copy.madeAt), .date(copy.readAt))
    for (way, opens) in copy.ways {
      try run(
        "INSERT INTO copy_ways (head, place, way_id, opens) VALUES ($1, $2, $3, $4)", .text(key.head), .text(key.place),
        .text(way.rawValue), .flag(opens))
    }
    for old in try copies().dropFirst(AccountsCopy.most) { try forget(old) }
  }

  func forgetCopies(at place: String) throws -> Int {
    let there = try copies().filter { $0.place == place }
    for copy in there { try forget(copy) }
    return there.count
  }

  func forget(_ copy: AccountsCopy) throws {
    let key = CopyKey(copy)
    for table in ["copy_ways", "copies"] {
      try run("DELETE FROM \(table) WHERE head = $1 AND place = $2", .text(key.head), .text(key.place))
    }
  }

  private static func key(_ row: SQLRow) throws -> CopyKey {
    CopyKey(head: try row.text("head"), place: try row.text("place"))
  }
}

/// What tells a copy from others: what is in it, and where it lies.
private struct CopyKey: Hashable {
  var head: String
  /// Empty if nobody said where.
  var place: String
}

extension CopyKey {
  init(_ copy: AccountsCopy) { self.init(head: copy.head, place: copy.place ?? "") }
}
