import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Collects every request that the server received in full: its first line, its fields and its body. Of every answer it
/// keeps the path and the number of bytes in its body.
public final class Wiretap: Sendable {
  private let kept = Mutex<[String]>([])
  public var requests: [String] { kept.withLock { $0 } }
  private let given = Mutex<[Given]>([])
  public var answers: [Given] { given.withLock { $0 } }
  fileprivate func note(_ request: String) { kept.withLock { $0.append(request) } }
  fileprivate func note(_ answer: Given) { given.withLock { $0.append(answer) } }

  /// What was sent for a request, without its head.
  public struct Given: Hashable, Sendable {
    public let path: String, bytes: Int
  }
}

/// An application that records each request before any part of it is processed.
struct TappedApplication<Tapped: ApplicationProtocol>: ApplicationProtocol {
  let tapped: Tapped
  let wiretap: Wiretap

  var responder: CallbackResponder<Tapped.Context> {
    get async throws {
      let responder = try await tapped.responder
      return CallbackResponder { [wiretap] request, context in
        var request = request
        let body = try await request.body.collect(upTo: 4 << 20)
        request.body = RequestBody(buffer: body)
        let fields = request.headers.map { "\($0.name): \($0.value)" }
        wiretap.note(
          (["\(request.method) \(request.uri)"] + fields + ["", String(buffer: body)]).joined(separator: "\n"))
        let response = try await responder.respond(to: request, context: context)
        // No answer of ours is of a length that is not known before.
        wiretap.note(Wiretap.Given(path: request.uri.path, bytes: response.body.contentLength ?? .max))
        return response
      }
    }
  }
  var server: HTTPServerBuilder { tapped.server }
  var configuration: ApplicationConfiguration { tapped.configuration }
  var logger: Logger { tapped.logger }
  func onServerRunning(_ channel: any Channel) async { await tapped.onServerRunning(channel) }
}
