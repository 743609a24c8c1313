import Encoding
import Model

/// A log as JSON Lines: one object per row, with `position`, `event`, `account` (base64url), `credential`, `at`
/// (milliseconds since 1970), `number` (among the account's entries) and `digest` (hexadecimal). A row without an account,
/// a credential or a number omits that member.
public enum AuditExport {
  /// The reason why a line is not a valid row.
  public struct Problem: Error, Hashable, Sendable {
    public var reason: String
    public init(_ reason: String) { self.reason = reason }
  }

  /// Returns a row as a line, without the newline. Throws if the row has no readable content.
  public static func line(of row: AuditRow) throws(Problem) -> String {
    guard let line = row.line else { throw Problem("the row at position \(row.position) is unreadable") }
    var writer = JSONWriter()
    writer.object {
      $0.member("position", row.position)
      $0.member("event", line.event)
      $0.member("account", base64URL: line.account)
      $0.member("credential", line.credential)
      $0.member("at", Int(line.at))
      $0.member("number", line.number.map { Int($0) })
      $0.member("digest", Hex.encode(row.digest))
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Parses a line, which may come from an untrusted source. A member that no digest covers is rejected.
  public static func row(_ json: [UInt8]) throws(Problem) -> AuditRow {
    let document: JSONDocument
    do { document = try JSONDocument(json) } catch { throw Problem("not JSON (\(error.fault.rawValue))") }
    guard document.root.kind == .object else { throw Problem("not a JSON object") }
    for (name, _) in document.members(of: document.root) where !members.contains(where: { document.equals(name, $0) }) {
      throw Problem("a member that does not belong there")
    }
    func value<Value>(_ name: StaticString, _ read: (JSONNode) -> Value?) throws(Problem) -> Value? {
      guard let node = document.member(name, of: document.root) else { return nil }
      guard let value = read(node) else { throw Problem("\(name) cannot be read") }
      return value
    }
    func required<Value>(_ name: StaticString, _ read: (JSONNode) -> Value?) throws(Problem) -> Value {
      guard let value = try value(name, read) else { throw Problem("\(name) is missing") }
      return value
    }
    let line = AuditLine(
      event: try required("event", document.string), account: try value("account", document.base64URL),
      credential: try value("credential", document.string), at: try required("at", document.integer),
      number: try value("number", document.integer))
    return AuditRow(
      position: try required("position") { document.integer($0).map { Int($0) } }, line: line,
      digest: try required("digest") { document.string($0).flatMap(Hex.decode) })
  }

  private static let members = ["position", "event", "account", "credential", "at", "number", "digest"]
}

extension Store {
  /// Passes the whole log to `take` row by row, in order, or its rows up to a position. Each page is read in its own
  /// transaction. A slow reader therefore blocks nobody, and rows added in the meantime come last.
  public func eachAuditRow(
    upTo end: Int = .max, pageSize: Int = 1000, _ take: (AuditRow) throws -> Void
  ) async throws {
    var next = Int.min
    while true {
      let page = try await read { [next] in try $0.auditRows(from: next, limit: pageSize) }
      for row in page where row.position <= end { try take(row) }
      guard let last = page.last, last.position < end else { return }
      next = last.position + 1
    }
  }
}
