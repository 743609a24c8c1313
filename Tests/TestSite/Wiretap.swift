import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Collects every request that the server received in full: its first line, its fields and its body.
public final class Wiretap: Sendable {
  private let kept = Mutex<[String]>([])
  public var requests: [String] { kept.withLock { $0 } }
  fileprivate func note(_ request: String) { kept.withLock { $0.append(request) } }
}

/// An application that records each request before any part of it is processed.
struct TappedApplication<Tapped: ApplicationProtocol>: ApplicationProtocol {
  let tapped: Tapped
  let wiretap: Wiretap
  /// `true` if a browser may reuse scripts, styles and pictures without revalidating: each page of a test has thirty of
  /// them, and revalidating takes half the loading time.
  let keepsFiles: Bool

  var responder: CallbackResponder<Tapped.Context> {
    get async throws {
      let responder = try await tapped.responder
      return CallbackResponder { [wiretap, keepsFiles] request, context in
        var request = request
        let body = try await request.body.collect(upTo: 4 << 20)
        request.body = RequestBody(buffer: body)
        let fields = request.headers.map { "\($0.name): \($0.value)" }
        wiretap.note(
          (["\(request.method) \(request.uri)"] + fields + ["", String(buffer: body)]).joined(separator: "\n"))
        var response = try await responder.respond(to: request, context: context)
        if keepsFiles, response.headers[.cacheControl] == "no-cache" {
          response.headers[.cacheControl] = "max-age=3600"
        }
        return response
      }
    }
  }
  var server: HTTPServerBuilder { tapped.server }
  var configuration: ApplicationConfiguration { tapped.configuration }
  var logger: Logger { tapped.logger }
  func onServerRunning(_ channel: any Channel) async { await tapped.onServerRunning(channel) }
}
