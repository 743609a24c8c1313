import CPQ

/// What the server says beside its answers. libpq would write it to this program's log.
final class PostgreSQLNotices {
  /// `true` after a warning.
  var hasWarned = false

  /// Receives the notices of a connection that does not outlive this object.
  func receive(from connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, notice in
        guard let context, let severity = PQresultErrorField(notice, CInt(Character("V").asciiValue ?? 0)) else {
          return
        }
        if String(cString: severity) == "WARNING" {
          Unmanaged<PostgreSQLNotices>.fromOpaque(context).takeUnretainedValue().hasWarned = true
        }
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
