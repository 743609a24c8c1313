import Encoding

/// What a secret opened in a copy of a journal: the content of every entry, as the hands wrote it.
public struct OpenedCopy: Sendable {
  /// The JSON of each entry, by the text of its id.
  public let entries: [String: [UInt8]]
  /// The newest generation.
  public let generation: UInt32
}

extension JournalCopy {
  /// Opens the copy with the secret of one of its ways, and judges everything in it by the Master Keys that opened
  /// (§5, §7). Nothing is returned unless all of it fits.
  /// - Parameters:
  ///   - kind: `phrase`, `card` or `escrow`: a copy holds no wrap of a key.
  ///   - secret: 16 bytes for a phrase, 32 for the others.
  public func open(_ kind: WayKind, secret: [UInt8]) throws(CopyRefusal) -> OpenedCopy {
    let (way, record, keys) = try way(kind, secret)
    do throws(WrapsError) {
      let shown = MasterKeys.Shown(
        statements: statements, histories: histories, wrap: way.wrap, indexRev: indexRev)
      let masters = try MasterKeys.open(keys, record: record, shown: shown)
      // The last statement is the account's by now, so its authority was the one to sign the copy.
      guard masters.newest.authority == authority else { throw WrapsError(.notTheChainsKey) }
      let last = try masters.judge(statements.last ?? "", generation: masters.newest.generation)
      for way in ways { try masters.judge(way, by: last) }
      let list = try masters.newest.openIndex(index, rev: indexRev)
      guard list.count == entries.count else { throw WrapsError(.payload) }
      var opened: [String: [UInt8]] = [:]
      for line in list {
        let id = Base64URL.encode(line.id)
        guard let sealed = entries[id], Compact.hash(sealed) == line.hash, let own = masters[line.generation] else {
          throw WrapsError(.payload)
        }
        opened[id] = try own.openEntry(line.id, rev: line.rev, sealed)
      }
      return OpenedCopy(entries: opened, generation: masters.newest.generation)
    } catch { throw .damaged }
  }

  /// Returns the way whose secret this is, with its record and keys.
  private func way(
    _ kind: WayKind, _ secret: [UInt8]
  ) throws(CopyRefusal) -> (CopiedWay, WayRecord, WayKeys) {
    var hasKind = false
    for way in ways {
      do throws(WrapsError) {
        let record = try WayRecord(reading: way.record)
        guard record.kind == kind else { continue }
        hasKind = true
        guard record.account == account, record.rpID == rpID else { throw WrapsError(.anotherAccount) }
        let keys = try WayKeys(record.way, secret: secret, rpID: rpID)
        if try keys.recipientPublic == record.recipient { return (way, record, keys) }
      } catch  where error.code == .key { throw .anotherSecret } catch { throw .damaged }
    }
    throw hasKind ? .anotherSecret : .noSuchWay
  }
}

extension MasterKeys {
  /// Throws unless these Master Keys signed a copied way's record, and its wrap is the one of the newest generation:
  /// named by the statement that keeps the record, or by the record itself.
  fileprivate func judge(_ way: CopiedWay, by last: GenerationStatement) throws(WrapsError) {
    let record = try judge(record: way.record), wrap = Compact.hash(way.wrap)
    let kept = KeptWay(record: record.record, recordHash: record.hash, wrapHash: wrap)
    let isNew = record.generation == newest.generation && record.wrapHash == wrap
    guard isNew || last.keep.contains(kept) else { throw WrapsError(.nobodyKept) }
  }
}
