extension GenerationStatement {
  /// The ways of this generation among these records, by record id: those that it keeps, byte for byte, and those that its authority signed,
  /// which stand before kept ones of the same id (§3). A record that is neither, and a kept one that is not given, is refused.
  /// - Parameter dropped: record ids of ways that are to be left out. Their records need not be there any more.
  public func ways(of records: [String], without dropped: [[UInt8]] = []) throws(WrapsError) -> [[UInt8]: WayRecord] {
    let kept = Dictionary(keep.map { ($0.recordHash, $0.record) }) { first, _ in first }
    var (signed, old): ([[UInt8]: WayRecord], [[UInt8]: WayRecord]) = ([:], [:])
    for jws in records {
      if let id = kept[Compact.hash(jws)] {
        let record = try WayRecord(reading: jws)
        guard record.record == id else { throw WrapsError(.nobodyKept) }
        old[id] = record
      } else {
        let record = try WayRecord.verify(jws, authority: authority)
        guard record.generation == generation, record.account == account else { throw WrapsError(.nobodyKept) }
        signed[record.record] = record
      }
    }
    let all = old.merging(signed) { _, new in new }
    guard keep.allSatisfy({ all[$0.record] != nil || dropped.contains($0.record) }) else { throw WrapsError(.wayMissing) }
    return all.filter { !dropped.contains($0.key) }
  }
}
