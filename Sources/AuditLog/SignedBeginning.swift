import Model

/// Where a log begins whose earlier entries were taken out, signed by the key of its checkpoints. Whoever can only write to
/// the log's database cannot take its beginning away and say that this was meant.
///
/// The note is a checkpoint's, with `/beginning` after the log's name and one more line: the newest time of all that was
/// taken out, in milliseconds since 1970. So no checkpoint passes for a beginning.
extension CheckpointKey {
  /// Returns the beginning in a note that this key signed; `nil` if it did not, or if the note cannot be read.
  public func beginning(in note: String) -> AuditBeginning? {
    guard let text = text(of: note) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[4].isEmpty, let until = Int64(lines[3]),
      let head = Checkpoint(text: lines[..<3].joined(separator: "\n") + "\n"), head.origin == beginningOrigin,
      text == Self.text(head, until: until)
    else { return nil }
    return AuditBeginning(head: head.head, until: until, note: note)
  }
  /// Returns `true` if the key signed a beginning as it is.
  public func hasSigned(_ beginning: AuditBeginning) -> Bool { self.beginning(in: beginning.note) == beginning }

  fileprivate var beginningOrigin: String { "\(name)/beginning" }
  fileprivate static func text(_ checkpoint: Checkpoint, until: Int64) -> String { "\(checkpoint.text)\(until)\n" }
}

extension CheckpointSigner {
  /// Lets a log begin after this head.
  /// - Parameter until: The newest time of all entries up to it.
  public func beginning(after head: AuditHead, until: Int64) throws -> AuditBeginning {
    let checkpoint = Checkpoint(origin: key.beginningOrigin, head: head)
    return AuditBeginning(head: head, until: until, note: try signed(CheckpointKey.text(checkpoint, until: until)))
  }
  /// Returns a beginning with this key's signature after those that it has, so that it holds with either; `nil` if the
  /// other key did not sign it.
  public func sign(_ beginning: AuditBeginning, of other: CheckpointKey) throws -> AuditBeginning? {
    guard other.hasSigned(beginning), let text = other.text(of: beginning.note) else { return nil }
    var beginning = beginning
    beginning.note += try signature(of: text)
    return beginning
  }
}
