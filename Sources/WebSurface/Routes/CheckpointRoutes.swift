import AuditLog
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import Model

/// Shows how far the audit log has come, so that anybody can keep it and later tell whether the log was cut off or
/// written anew. docs/AUDIT.md describes both answers.
struct CheckpointRoutes {
  let store: any Store
  /// The key that signs where the log begins; if `nil`, nobody may have taken anything out of it.
  let key: CheckpointKey?

  func add(to router: Router<PeerContext>) {
    router.get("/.well-known/latchstring-checkpoint") { request, _ in
      guard let asked = request.uri.queryParameters["position"] else { return try await newest() }
      guard let position = Int(asked), position > 0, let digest = request.uri.queryParameters["digest"] else {
        throw HTTPError(.badRequest)
      }
      return try await compare(String(digest), at: position)
    }
  }

  private func newest() async throws -> Response {
    guard let note = try await store.read({ try $0.newestCheckpoint() }) else { return Response(status: .noContent) }
    return Response(
      status: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: .init(byteBuffer: .init(string: note)))
  }

  /// Says whether the log still has this digest at a checkpoint's position. The digest itself is not told, and nothing is
  /// said of positions between: whoever has an account's id could try until they know what happened there.
  private func compare(_ digest: String, at position: Int) async throws -> Response {
    let (note, found, beginning) = try await store.read { records in
      (
        try records.checkpoint(upTo: position).flatMap { $0.position == position ? $0.note : nil },
        try records.auditDigest(at: position), try records.auditBeginning()
      )
    }
    let isTrimmed = beginning.map { position < $0.head.position && key?.hasSigned($0) == true } ?? false
    // Of what was taken out, the checkpoint itself is left.
    let known = isTrimmed ? note.flatMap { key?.checkpoint(in: $0)?.head.digest } : note.flatMap { _ in found }
    if let known { return try .json(["same": Data(known).base64EncodedString() == digest]) }
    return try .json(isTrimmed ? ["trimmed": true] : ["known": false])
  }
}
