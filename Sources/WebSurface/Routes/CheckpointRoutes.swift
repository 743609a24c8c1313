import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import Model

/// Shows how far the audit log has come, so that anybody can keep it and later tell whether the log was cut off or
/// written anew. docs/AUDIT.md describes both answers.
struct CheckpointRoutes {
  let store: any Store

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

  /// Says whether the row at a position still has this digest. The digest itself is not told: with those of two rows, and
  /// an account's id, somebody could find out what happened in between.
  private func compare(_ digest: String, at position: Int) async throws -> Response {
    let row = try await store.read { try $0.auditRows(from: position, limit: 1) }.first
    let isSame = row.map { $0.position == position && Data($0.digest).base64EncodedString() == digest } ?? false
    return try .json(["same": isSame])
  }
}
